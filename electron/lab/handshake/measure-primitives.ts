import { type PrimitiveSlices, toPrimitiveRows } from '../../../shared/handshake/primitive-rows.ts';
import { type Primitives, primitiveWarnings } from '../../../shared/handshake/primitives.ts';
import {
  type Prepared,
  preparedSchema,
  primitiveSliceSchema,
} from '../../../shared/handshake/primitives-api.ts';
import { sealingRows } from '../../../shared/handshake/sealing.ts';
import type { RatioSlice } from '../../../shared/stats.ts';
import { describeEnvironment } from '../environment.ts';
import { orAborted } from '../or-aborted.ts';
import { RoleProcess } from '../role-process.ts';
import { placeOfSlice } from '../slices.ts';

export interface PrimitivesOptions {
  /** Folder of the built roles. */
  readonly rolesDir: string;
  /** Another Node executable to measure. */
  readonly execPath?: string;
  /** How often each primitive takes its turn, after one to warm up; three or more for intervals. */
  readonly turns: number;
  /** Length of a turn. An operation that has begun is finished: an RSA-4096 signature takes some milliseconds. */
  readonly sliceMs: number;
  readonly signal: AbortSignal;
}

async function measureInTurn(
  role: RoleProcess,
  { primitives }: Prepared,
  { turns, sliceMs, signal }: PrimitivesOptions,
): Promise<PrimitiveSlices[]> {
  const count = primitives.length;
  const slices: RatioSlice[][] = primitives.map(() => []);
  for (let index = 0; index < count * (turns + 1); index++) {
    const place = placeOfSlice(count, index);
    const answer = await orAborted(signal, role.call('slice', place, sliceMs));
    const { cpuUs, operations } = primitiveSliceSchema.parse(answer);
    if (index >= count) slices[place]?.push({ amount: cpuUs, count: operations });
  }
  return primitives.map((primitive, place) => ({ primitive, slices: slices[place] ?? [] }));
}

/**
 * Times signatures, key exchanges and authenticated encryption in a process of their own, in short slices that take turns
 * forwards and backwards. Takes about 30 · (turns + 1) · sliceMs, and before it the making of the keys: at 15 turns of
 * 8 ms some 4 s.
 * @throws LabError `role-start-failed`, `connection-lost` when the process ends; the signal's reason when aborted
 */
export async function measurePrimitives(options: PrimitivesOptions): Promise<Primitives> {
  const { rolesDir, execPath, signal } = options;
  const { role, hello } = await RoleProcess.start({ name: 'primitives', rolesDir, execPath });
  try {
    const prepared = preparedSchema.parse(await orAborted(signal, role.call('prepare')));
    const rows = toPrimitiveRows(await measureInTurn(role, prepared, options));
    const { aes } = describeEnvironment(hello.runtime);
    const sealing = sealingRows(rows);
    const warnings = primitiveWarnings(sealing, aes);
    return { runtime: hello.runtime, aes, rows, sealing, leftOut: prepared.leftOut, warnings };
  } finally {
    // A role in the middle of making a key hears no SIGTERM; it is killed after a second.
    await role.stop();
  }
}
