import { z } from 'zod';
import { type BadInput, badInputFault } from '../bad-input.ts';
import { LabError } from '../fault.ts';
import { type HandshakeDocument, handshakeDocumentSchema } from '../handshake/document.ts';
import type { Certificate } from './certificate.ts';

const spanSchema = z.object({
  lowUs: z.number(),
  highUs: z.number(),
  /** The same for every new connection of a second: cores kept busy. */
  lowCores: z.number(),
  highCores: z.number(),
});

/** What new connections cost a server in CPU. The cost is never that of the server that was probed: nobody can see its CPU. */
export const handshakeCpuSchema = z.object({
  newPerSec: z.number(),
  key: z.string(),
  version: z.string(),
  full: spanSchema,
  resumed: spanSchema.optional(),
  /** `reference`: of the table below; `modelled`: derived from it; `measured`: of a handshake document. */
  origin: z.enum(['reference', 'modelled', 'measured']),
  /** Whose cost it is, in words. */
  where: z.string(),
});
export type HandshakeCpu = z.infer<typeof handshakeCpuSchema>;

type Span = readonly [lowUs: number, highUs: number];

/** µs of server CPU for one new connection of a kind. */
interface Cost {
  readonly full: Span;
  readonly resumed: Span | undefined;
  readonly origin: HandshakeCpu['origin'];
  readonly where: string;
}

/** µs of server CPU per new connection: connect, handshake, one byte each way, close (FIELD.md D5). */
const referenceUs: Record<string, Record<string, { full: number; resumed: number; modelled?: true }>> = {
  '1.3': {
    'ecdsa-p256': { full: 658, resumed: 455 },
    'rsa-2048': { full: 851, resumed: 445 },
    // Not measured themselves: the nearest measured key, and the difference of the signatures (FIELD.md D1).
    'rsa-3072': { full: 2_040, resumed: 445, modelled: true },
    'rsa-4096': { full: 3_716, resumed: 455 },
    ed25519: { full: 667, resumed: 455, modelled: true },
  },
  '1.2': {
    'ecdsa-p256': { full: 627, resumed: 321 },
    'rsa-2048': { full: 834, resumed: 329 },
    'rsa-3072': { full: 2_023, resumed: 329, modelled: true },
    'rsa-4096': { full: 3_855, resumed: 382 },
    ed25519: { full: 636, resumed: 321, modelled: true },
  },
};
const referenceWhere = 'a Node 20 server with OpenSSL 3.0 on one core of an AMD EPYC, ±20 %';
const around = (us: number): Span => [us * 0.8, us * 1.2];

function referenceCost(version: string, key: string): Cost | undefined {
  const known = referenceUs[version]?.[key];
  if (known === undefined) return undefined;
  const { full, resumed, modelled } = known;
  const origin = modelled ? 'modelled' : 'reference';
  return { full: around(full), resumed: around(resumed), origin, where: referenceWhere };
}

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

function measuredCost(
  { environment, rows }: MeasuredHandshakes,
  version: string,
  key: string,
): Cost | undefined {
  const spanOf = (resumed: boolean): Span | undefined => {
    // Of several rows of one kind the first is the plain one: groups, chains and retries come after it.
    const row = rows.find((one) => one.version === version && one.key === key && one.resumed === resumed);
    if (row === undefined || 'fault' in row) return undefined;
    const { mean, ci95 } = row.serverCpuUs;
    return ci95 ?? [mean, mean];
  };
  const full = spanOf(false);
  const { cpuModel, runtime } = environment;
  const where = `a ${runtime.name} ${runtime.version} server with ${runtime.tls} on one core of ${cpuModel}`;
  return full && { full, resumed: spanOf(true), origin: 'measured', where };
}

const curveNames: Record<string, string> = { prime256v1: 'p256', secp384r1: 'p384', secp521r1: 'p521' };

/** A certificate's key as the handshake lab names it. */
export function handshakeKey({ kind, bits, curve = '' }: Certificate['key']): string {
  if (kind === 'ec') return `ecdsa-${curveNames[curve] ?? curve}`;
  return bits === undefined ? kind : `${kind}-${bits}`;
}

/** What the cost of a handshake depends on, as it was negotiated. */
export interface HandshakeKind {
  /** `1.3` or `1.2`. */
  readonly version: string;
  /** As the handshake lab names keys: `ecdsa-p256`, `rsa-2048`, `ed25519`. */
  readonly key: string;
}

/**
 * Cores that a server like the reference spends on the handshakes of new connections.
 * @param newPerSec new connections per second
 * @param measured costs that were measured; where they lack the kind, the built-in ones stand in
 * @returns undefined where no cost is known for the kind
 */
export function handshakeCpu(
  { version, key }: HandshakeKind,
  newPerSec: number,
  measured?: MeasuredHandshakes,
): HandshakeCpu | undefined {
  const cost = (measured && measuredCost(measured, version, key)) ?? referenceCost(version, key);
  if (cost === undefined) return undefined;
  const cores = (us: number) => (newPerSec * us) / 1e6;
  const span = ([lowUs, highUs]: Span) => ({
    lowUs,
    highUs,
    lowCores: cores(lowUs),
    highCores: cores(highUs),
  });
  const { origin, where, full, resumed } = cost;
  return { newPerSec, key, version, full: span(full), resumed: resumed && span(resumed), origin, where };
}
