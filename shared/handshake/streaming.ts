import { z } from 'zod';
import { LabError } from '../fault.ts';
import { groupBy } from '../group-by.ts';
import { figureSchema } from '../result.ts';
import { helloSchema } from '../role-api.ts';
import { ratioFigure } from '../stats.ts';
import { type StreamFacts, type StreamKind, streamFactsSchema, streamKinds } from './stream-api.ts';

const streamingRowSchema = z.object({
  kind: z.enum(streamKinds),
  /** As both ends said; absent on plaintext. */
  negotiated: streamFactsSchema,
  /** Cleartext sent in all slices. */
  bytes: z.number(),
  bytesPerSec: figureSchema,
  serverCpuNsPerByte: figureSchema,
  clientCpuNsPerByte: figureSchema,
});
export type StreamingRow = z.infer<typeof streamingRowSchema>;

/** What encryption costs a stream that goes on: one row for plaintext and for each cipher suite of TLS 1.3. */
export const streamingSchema = z.object({
  runtime: helloSchema.shape.runtime,
  rows: z.array(streamingRowSchema),
});
export type Streaming = z.infer<typeof streamingSchema>;

/** A connection that is streamed over, and what each end says of it. */
export interface StreamProof {
  readonly kind: StreamKind;
  readonly server: StreamFacts;
  readonly client: StreamFacts;
}

const spoken = (facts: StreamFacts): string =>
  facts === undefined ? 'no TLS' : `${facts.tlsVersion} with ${facts.cipher}`;

function isAsAsked(kind: StreamKind, facts: StreamFacts): boolean {
  if (kind === 'plaintext') return facts === undefined;
  return facts?.tlsVersion === 'TLSv1.3' && facts.cipher === kind;
}

/**
 * Holds each connection to what was asked of it, on both ends: two that ended on one cipher would be compared with
 * themselves.
 * @throws LabError `wrong-cipher` for the first connection that ended on something else
 */
export function requireAskedCiphers(proofs: readonly StreamProof[]): void {
  const wrong = proofs.find(
    ({ kind, server, client }) => !isAsAsked(kind, server) || !isAsAsked(kind, client),
  );
  if (wrong === undefined) return;
  const same = proofs.find(
    (other) => other !== wrong && [wrong.server, wrong.client].some((facts) => isAsAsked(other.kind, facts)),
  );
  const twice = same === undefined ? '' : ` That is what ${same.kind} is measured on.`;
  throw new LabError({
    code: 'wrong-cipher',
    message: `A stream was to use ${wrong.kind}, but the server has ${spoken(wrong.server)} and the client ${spoken(wrong.client)}.${twice} BoringSSL chooses TLS 1.3 ciphers by itself: run this on a Node with OpenSSL.`,
    field: 'cipher',
    given: wrong.client?.cipher ?? 'none',
    allowed: wrong.kind,
  });
}

/** One slice of one connection, from silence to silence. */
export interface StreamSlice {
  readonly kind: StreamKind;
  readonly bytes: number;
  /** From the first write to the last byte received. */
  readonly wallUs: number;
  readonly serverCpuUs: number;
  readonly clientCpuUs: number;
}

const US_PER_S = 1e6;
const NS_PER_US = 1000;

/**
 * Figures of each connection, with 95 % intervals over its slices.
 * @param slices in the order of time
 * @param proofs of the same connections, already held to what was asked
 * @throws LabError `nothing-measured` when a connection carried nothing
 */
export function toStreamingRows(
  slices: readonly StreamSlice[],
  proofs: readonly StreamProof[],
): StreamingRow[] {
  const byKind = groupBy(slices, (slice) => slice.kind);
  return proofs.map(({ kind, client }) => {
    const own = byKind.get(kind) ?? [];
    const perByte = (cpuUs: (slice: StreamSlice) => number) =>
      ratioFigure(own.map((slice) => ({ amount: cpuUs(slice) * NS_PER_US, count: slice.bytes })));
    const bytesPerSec = ratioFigure(
      own.map((slice) => ({ amount: slice.bytes, count: slice.wallUs / US_PER_S })),
    );
    const serverCpuNsPerByte = perByte((slice) => slice.serverCpuUs);
    const clientCpuNsPerByte = perByte((slice) => slice.clientCpuUs);
    if (!bytesPerSec || !serverCpuNsPerByte || !clientCpuNsPerByte) {
      throw new LabError({
        code: 'nothing-measured',
        message: `The ${kind} stream carried no byte: measure for longer.`,
      });
    }
    const bytes = own.reduce((sum, slice) => sum + slice.bytes, 0);
    return { kind, negotiated: client, bytes, bytesPerSec, serverCpuNsPerByte, clientCpuNsPerByte };
  });
}
