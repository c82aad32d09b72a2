import type { Figure } from '../../shared/result.ts';

/** TEST CODE: noise that repeats, and what an interval is judged by. */

/** Box–Muller over a generator that repeats, so that the test's verdict does too. */
export function normals(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Values about 0 with unit variance, each of which keeps the share `rho` of the one before: AR(1). */
export function autocorrelated(count: number, rho: number, normal: () => number): number[] {
  let value = normal();
  return Array.from({ length: count }, () => {
    const now = value;
    value = rho * value + Math.sqrt(1 - rho ** 2) * normal();
    return now;
  });
}

/** Whether the interval holds the truth. */
export const holds = (figure: Figure | undefined, truth: number) =>
  figure?.ci95 !== undefined && figure.ci95[0] <= truth && truth <= figure.ci95[1];
