import { readMachine } from '../../electron/lab/machine.ts';
import { quantileOf } from '../helpers/median.ts';
import { kernelCpuUs } from '../helpers/processes.ts';
import type { Instrument } from './wire-rig.ts';

/** Enough for the quantile to stand still. */
const QUIET_BLOCKS = 4;
/** After so many that weren't, the machine is not waited for any longer. */
const MOST_BUSY_BLOCKS = 6;
/** Others' work, also the hypervisor's, that a block may have beside it; the start of its own Python takes about half of it. */
const QUIET_CORES = 0.5;
/**
 * Whatever holds a thread up makes a round trip longer, never shorter, so the lower quarter is nearly free of it; the
 * lowest values are those where the wire has set off more than it cost.
 */
const QUANTILE = 0.25;
export const BUSY = 'other programs kept the machine busy all the while; that it is not shorter was tested';

interface Path {
  readonly port: number;
  /** Round trips in a block. */
  readonly count: number;
  /** Processes whose work is the measurement's own. */
  readonly pids: readonly number[];
}

function otherWorkUs(pids: readonly number[]): number {
  const own = process.platform === 'linux' ? pids.reduce((sum, pid) => sum + kernelCpuUs(pid), 0) : 0;
  const { busyMs, stealMs } = readMachine();
  return (busyMs + stealMs) * 1000 - own;
}

export interface AddedRtt {
  readonly ms: number;
  /** Others left the machine alone; otherwise they may have made the round trips longer, and only so. */
  readonly isQuiet: boolean;
}

/**
 * What a wire adds to the round trip, taken in turn with those beside it, in blocks. Which blocks count is decided by
 * what the kernel says of others' work in that time and never by what was measured.
 * @returns of all blocks when too few were quiet
 */
export async function addedRtt(by: Instrument, { port, count, pids }: Path): Promise<AddedRtt> {
  const blocks: { isQuiet: boolean; beside: number[]; through: number[] }[] = [];
  const counted = (isQuiet: boolean) => blocks.filter((block) => block.isQuiet === isQuiet);
  while (counted(true).length < QUIET_BLOCKS && counted(false).length < MOST_BUSY_BLOCKS) {
    const [startMs, beforeUs] = [performance.now(), otherWorkUs(pids)];
    const [near = [], far = []] = await by.pingsMs(count, 1, [by.port, port]);
    const otherCores = (otherWorkUs(pids) - beforeUs) / 1000 / (performance.now() - startMs);
    blocks.push({ isQuiet: otherCores <= QUIET_CORES, beside: near.slice(1), through: far.slice(1) });
  }
  const isQuiet = counted(true).length >= QUIET_BLOCKS;
  const used = isQuiet ? counted(true) : blocks;
  const quantile = (of: 'beside' | 'through') =>
    quantileOf(
      used.flatMap((block) => block[of]),
      QUANTILE,
    );
  return { ms: quantile('through') - quantile('beside'), isQuiet };
}
