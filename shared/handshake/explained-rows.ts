import { z } from 'zod';
import { helloSchema } from '../role-api.ts';
import { authorityKey, handshakeCaseIds, handshakeCases } from './cases.ts';
import type { HandshakeRow } from './document.ts';
import { explainedShare, type HandshakeCost } from './explained-share.ts';
import type { Primitives } from './primitives.ts';

const explainedSchema = z.object({ primitivesUs: z.number(), share: z.number().optional() });

/** How much of a case's CPU the primitives under it explain, on each side. */
export const explainedRowSchema = z.object({
  case: z.enum(handshakeCaseIds),
  runtime: helloSchema.shape.runtime,
  server: explainedSchema.optional(),
  client: explainedSchema.optional(),
});
export type ExplainedRow = z.infer<typeof explainedRowSchema>;

const groups: Readonly<Partial<Record<string, HandshakeCost['group']>>> = {
  x25519: 'X25519',
  'p-256': 'P-256',
  x25519mlkem768: 'X25519MLKEM768',
};

/**
 * @param rows as they were measured
 * @param primitives of the same machine; rows of another runtime than theirs are not explained by them
 */
export function explainedRows(rows: readonly HandshakeRow[], primitives: Primitives): ExplainedRow[] {
  return rows.flatMap((row) => {
    const promised = handshakeCases[row.case];
    if (promised === null) return [];
    const group = groups[promised.group];
    const isSameRuntime = JSON.stringify(row.runtime) === JSON.stringify(primitives.runtime);
    if (group === undefined || !isSameRuntime) return [];
    const { version, key, resumed, chainLength } = promised;
    const { serverCpuUs, clientCpuUs } = row;
    const cost = { version, key, authorityKey, group, resumed, chainLength, serverCpuUs, clientCpuUs };
    return [{ case: row.case, runtime: row.runtime, ...explainedShare(primitives.rows, cost) }];
  });
}
