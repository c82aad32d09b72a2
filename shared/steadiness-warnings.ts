import { type Rule, wholePercent } from './evidence.ts';
import type { Figure, Point } from './result.ts';
import { differenceOf, MIN_SLICES_FOR_INTERVAL, ratioFigure, relativeHalfWidth } from './stats.ts';

/** How well the serving tiers' CPU per request must be known: ±3 %. */
export const INTERVAL_LIMIT = 0.03;
/** A change from the first to the last third above this share is drift, if it isn't chance. */
export const DRIFT_SHARE = 0.1;
/** Three turns in each third, so that each has an interval. */
export const MIN_TURNS_FOR_DRIFT = 3 * MIN_SLICES_FOR_INTERVAL;

const intervalTooWide: Rule = ({ isFinal, serverCpuUsPerRequest: cost }) => {
  const half = cost && relativeHalfWidth(cost);
  if (!isFinal || half === undefined || half <= INTERVAL_LIMIT) return undefined;
  return {
    code: 'interval-too-wide',
    message: `The servers' CPU per request is known to ±${(half * 100).toFixed(1)} % only, where ±${wholePercent(INTERVAL_LIMIT)} % was wanted: smaller differences between topologies can't be told from it. Measure longer, or on a quieter machine.`,
    values: { halfWidthShare: half, limitShare: INTERVAL_LIMIT },
  };
};

function costOf(turns: Point['turns']): Figure | undefined {
  return ratioFigure(turns.map(([, amount, count]) => ({ amount, count })));
}

const drift: Rule = ({ turns }) => {
  if (turns.length < MIN_TURNS_FOR_DRIFT) return undefined;
  const third = Math.floor(turns.length / 3);
  const [first, last] = [costOf(turns.slice(0, third)), costOf(turns.slice(-third))];
  if (first === undefined || last === undefined || first.mean === 0) return undefined;
  const change = differenceOf(last, first);
  const [low, high] = change.ci95 ?? [0, 0];
  const changePercent = change.mean / first.mean;
  if (Math.abs(changePercent) <= DRIFT_SHARE || (low <= 0 && high >= 0)) return undefined;
  return {
    code: 'drift',
    message: `The servers' CPU per request went from ${first.mean.toFixed(1)} µs in the first third to ${last.mean.toFixed(1)} µs in the last: its mean is of no steady state. Ratios of interleaved topologies hold better; warm up longer, or let the machine cool down, and measure again.`,
    values: { firstUs: first.mean, lastUs: last.mean, changePercent },
  };
};

const notWarm: Rule = ({ warmup }) => {
  if (warmup?.settled !== false) return undefined;
  return {
    code: 'not-warm',
    message: `CPU per request was still falling after ${warmup.durationS.toFixed(1)} s of warm-up: it and latency are too high, the more so the shorter the measurement. Allow a longer warm-up.`,
    values: { durationS: warmup.durationS },
  };
};

const fewSlices: Rule = ({ slices, tiers }) => {
  const isKnown = Object.values(tiers).every((tier) => tier.cpuUsPerRequest?.ci95 !== undefined);
  if (slices >= MIN_SLICES_FOR_INTERVAL && isKnown) return undefined;
  return {
    code: 'few-slices',
    message: `${slices} slices were measured so far, too few of them with answered requests: no interval can be given yet for CPU per request. Measure longer.`,
    values: { slices },
  };
};

const gap: Rule = ({ gaps }) => {
  if (gaps === 0) return undefined;
  return {
    code: 'gap',
    message: `A process was restarted ${gaps === 1 ? 'once' : `${gaps} times`} during the measurement: windows with a restart in them were left out, but CPU per request and latency after it hold a process that warms up again. Measure again if it matters.`,
    values: { gaps },
  };
};

export const steadinessRules: readonly Rule[] = [intervalTooWide, drift, notWarm, fewSlices, gap];
