import { type BadInput, badInputFault } from '../bad-input.ts';
import { LabError } from '../fault.ts';
import type { HandshakeCaseId } from '../handshake/cases.ts';
import { type HandshakeDocument, handshakeDocumentSchema } from '../handshake/document.ts';
import type { HandshakeCost, HandshakeKind, Span } from './handshake-cost.ts';

export type MeasuredHandshakes = Pick<HandshakeDocument, 'environment' | 'rows'>;

const measuredWords: BadInput = {
  code: 'bad-config',
  name: 'handshake costs',
  allowed: { schema: 'a document that `tls-cost-lab handshake --json` printed' },
};

/** @throws LabError `bad-config` when the input is no handshake document */
export function parseMeasuredHandshakes(input: unknown): MeasuredHandshakes {
  const parsed = handshakeDocumentSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new LabError(badInputFault(input, parsed.error, measuredWords));
}

interface PlainCase {
  readonly full: HandshakeCaseId;
  readonly resumed?: HandshakeCaseId;
}

/** The cases with the default group, one certificate and no retry, by version and key: what most connections are. */
const plainCases: Readonly<Record<string, Readonly<Record<string, PlainCase>>>> = {
  '1.3': {
    'ecdsa-p256': { full: 'tls13-ecdsa-p256-full', resumed: 'tls13-ecdsa-p256-resumed' },
    'rsa-2048': { full: 'tls13-rsa-2048-full' },
    'rsa-4096': { full: 'tls13-rsa-4096-full' },
    ed25519: { full: 'tls13-ed25519-full' },
  },
  '1.2': {
    'ecdsa-p256': { full: 'tls12-ecdsa-p256-full', resumed: 'tls12-ecdsa-p256-resumed' },
    'rsa-2048': { full: 'tls12-rsa-2048-full' },
  },
};

/**
 * What a document says that a handshake of a kind costs.
 * @returns undefined where the lab's own runtime, which the document names, has not measured that kind
 */
export function measuredCost(
  { environment, rows }: MeasuredHandshakes,
  { version, key, clientKey }: HandshakeKind,
): HandshakeCost | undefined {
  // The lab's clients show no certificate.
  if (clientKey !== undefined) return undefined;
  const { cpuModel, runtime } = environment;
  const plain = plainCases[version]?.[key];
  const spanOf = (id: HandshakeCaseId | undefined): Span | undefined => {
    const row = rows.find(
      (one) =>
        one.case === id &&
        one.runtime.name === runtime.name &&
        one.runtime.version === runtime.version &&
        one.runtime.tls === runtime.tls,
    );
    if (row === undefined || 'fault' in row) return undefined;
    const { mean, ci95 } = row.serverCpuUs;
    return ci95 ?? [mean, mean];
  };
  const full = spanOf(plain?.full);
  const where = `a ${runtime.name} ${runtime.version} server with ${runtime.tls} on one core of ${cpuModel}`;
  return full && { full, resumed: spanOf(plain?.resumed), origin: 'measured', where };
}
