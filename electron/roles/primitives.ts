import type { PrimitivesCalls } from '../../shared/handshake/primitives-api.ts';
import { prepareOperations, type Runnable } from './primitive-operations.ts';
import { runRole } from './role.ts';

let runnables: readonly Runnable[] = [];

/** Reading the clock costs as much as a tenth of the shortest primitive; it is read once in this many. */
const BATCH = 16;
/** An operation of which this many take longer than a slice is not done in batches. */
const LONG_MS = 0.2;

/** Repeats an operation for a while, at least once, and says what it took. */
function repeat(run: () => unknown, durationMs: number) {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  run();
  let operations = 1;
  let nowMs = performance.now();
  const batch = nowMs - startedMs > LONG_MS ? 1 : BATCH;
  while (nowMs - startedMs < durationMs) {
    for (let done = 0; done < batch; done++) run();
    operations += batch;
    nowMs = performance.now();
  }
  const { user, system } = process.cpuUsage(before);
  return { operations, cpuUs: user + system };
}

const calls: Omit<PrimitivesCalls, 'hello'> = {
  prepare: async () => {
    const prepared = prepareOperations();
    runnables = prepared.runnables;
    return { primitives: runnables.map(({ primitive }) => primitive), leftOut: prepared.leftOut };
  },
  slice: async (place, durationMs) => {
    const runnable = runnables[place];
    if (runnable === undefined) throw new RangeError(`There is no primitive ${place}; call prepare first.`);
    return repeat(runnable.run, durationMs);
  },
};

runRole(calls);
