/** Axis ends and ticks that stay put while the figures move a little. */

export type Scale = 'linear' | 'log';

/** The next of 1, 2, 2.5, 5 × 10ⁿ that is at least the value. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value * 0.999_999) ?? 10;
  return step * power;
}

/** Ticks from 0 to a round end that holds the value, about `count` of them. */
export function linearTicks(largest: number, count = 4): number[] {
  const step = niceCeiling((largest > 0 ? largest : 1) / count);
  const steps = Math.max(1, Math.ceil(largest / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** Ticks 1, 2, 5 × 10ⁿ (only 1 × 10ⁿ over wide ranges) that enclose both values, for a logarithmic axis. */
export function logTicks(smallest: number, largest: number): number[] {
  const low = Math.floor(Math.log10(Math.max(smallest, 1e-3)) - 1e-9);
  const high = Math.ceil(Math.log10(Math.max(largest, smallest, 1e-3) * 1.000_001));
  const factors = high - low > 2 ? [1] : [1, 2, 5];
  const all = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)).flatMap((power) =>
    factors.map((factor) => Number((factor * power).toPrecision(12))),
  );
  const first = all.findLastIndex((tick) => tick <= smallest);
  const last = all.findIndex((tick, at) => tick >= largest && at > first);
  return all.slice(Math.max(0, first), last < 0 ? all.length : last + 1);
}

/** Ticks that enclose both values on an axis of that scale; a linear one begins at 0 and has about `count` of them. */
export function scaleTicks(scale: Scale, smallest: number, largest: number, count = 4): number[] {
  return scale === 'log' ? logTicks(smallest, largest) : linearTicks(largest, count);
}
