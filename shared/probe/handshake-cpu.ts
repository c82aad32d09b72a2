import { z } from 'zod';
import type { Certificate } from './certificate.ts';
import { costGroup, costOrigins, type HandshakeKind, type Span } from './handshake-cost.ts';
import { type MeasuredHandshakes, measuredCost } from './measured-cost.ts';
import { referenceCost } from './reference-cost.ts';

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
  /** Of the client's certificate, whose check the cost holds; absent where none was shown. */
  clientKey: z.string().optional(),
  /** The key exchange that the cost assumes, whatever was negotiated. */
  group: z.string(),
  full: spanSchema,
  resumed: spanSchema.optional(),
  origin: z.enum(costOrigins),
  /** Whose cost it is, in words. */
  where: z.string(),
});
export type HandshakeCpu = z.infer<typeof handshakeCpuSchema>;

const curveNames: Record<string, string> = { prime256v1: 'p256', secp384r1: 'p384', secp521r1: 'p521' };

/** A certificate's key as the handshake lab names it. */
export function handshakeKey({ kind, bits, curve = '' }: Certificate['key']): string {
  if (kind === 'ec') return `ecdsa-${curveNames[curve] ?? curve}`;
  return bits === undefined ? kind : `${kind}-${bits}`;
}

/**
 * Cores that a server like the reference spends on the handshakes of new connections.
 * @param newPerSec new connections per second
 * @param measured costs that were measured; where they lack the kind, the built-in ones stand in
 * @returns undefined where no cost is known for the kind
 */
export function handshakeCpu(
  kind: HandshakeKind,
  newPerSec: number,
  measured?: MeasuredHandshakes,
): HandshakeCpu | undefined {
  const cost = (measured && measuredCost(measured, kind)) ?? referenceCost(kind);
  if (cost === undefined) return undefined;
  const cores = (us: number) => (newPerSec * us) / 1e6;
  const span = ([lowUs, highUs]: Span) => ({
    lowUs,
    highUs,
    lowCores: cores(lowUs),
    highCores: cores(highUs),
  });
  const { origin, where, full, resumed } = cost;
  return {
    newPerSec,
    ...kind,
    group: costGroup,
    full: span(full),
    resumed: resumed && span(resumed),
    origin,
    where,
  };
}
