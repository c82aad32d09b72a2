import { studentT95 } from '../../shared/stats.ts';

/** The logarithms' mean of ratios with its 95 % interval: pairs that differ by a factor either way cancel. */
export function geometricMean(ratios: readonly number[]): { mean: number; ci95: [number, number] } {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const half = studentT95(logs.length - 1) * Math.sqrt(variance / logs.length);
  return { mean: Math.exp(mean), ci95: [Math.exp(mean - half), Math.exp(mean + half)] };
}
