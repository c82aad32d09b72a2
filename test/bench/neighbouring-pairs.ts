import { studentT95 } from '../../shared/stats.ts';

/** The logarithms' mean of ratios with its 95 % interval: pairs that differ by a factor either way cancel. */
function geometricMean(ratios: readonly number[]): { mean: number; ci95: [number, number] } {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const half = studentT95(logs.length - 1) * Math.sqrt(variance / logs.length);
  return { mean: Math.exp(mean), ci95: [Math.exp(mean - half), Math.exp(mean + half)] };
}

/**
 * One measurement against another in neighbouring turns, A B B A: what drifts falls on both alike.
 * @returns the ratios' geometric mean, and how well it is known
 */
export async function ratioOfPairs(
  pairs: number,
  measureOne: () => Promise<number>,
  measureOther: () => Promise<number>,
): Promise<{ ratio: number; proof: string }> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const isOneFirst = pair % 2 === 0;
    const [first, second] = isOneFirst ? [measureOne, measureOther] : [measureOther, measureOne];
    const [before, after] = [await first(), await second()];
    ratios.push(isOneFirst ? before / after : after / before);
  }
  const { mean, ci95 } = geometricMean(ratios);
  return {
    ratio: mean,
    proof: `${pairs} pairs, 95 % interval ${ci95.map((end) => end.toFixed(3)).join('–')}`,
  };
}
