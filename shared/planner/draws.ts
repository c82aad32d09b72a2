/** Seeded numbers as chance would draw them: a plan of one run says the same each time. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Above 0 and below 1, by Mulberry32, whose 2³² numbers are far more than a plan draws. */
  uniform(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  }

  /** Of the standard normal distribution (Box and Muller, Ann. Math. Statist. 29, 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }
}

/** Draws behind every interval of a plan; the ends of a 95 % interval then have 25 of them beyond each. */
export const DRAW_COUNT = 1_000;

/** A seed of its own for every name (FNV-1a). */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** One draw for all tiers of a series. */
export interface Shock {
  /** Of each point, in standard errors. */
  readonly points: readonly number[];
  /** Of the traffic that is planned for, by which the model misses it. */
  readonly misfit: number;
  /** Standard normals, of which as many as a fit has points to spare make it a draw of Student's t. */
  readonly spare: readonly number[];
}

/** @param name of the series: its draws are its own, and the same each time */
export function shocksFor(name: string, pointCount: number): Shock[] {
  const chance = new Chance(seedOf(name));
  const several = () => Array.from({ length: pointCount }, () => chance.normal());
  return Array.from({ length: DRAW_COUNT }, () => ({
    points: several(),
    misfit: chance.normal(),
    spare: several(),
  }));
}

/** √(ν/χ²) of the first ν normals: makes a normal draw one of Student's t; 1 for a fit with nothing to spare. */
export function widening({ spare }: Shock, degrees: number): number {
  if (degrees <= 0) return 1;
  const squares = spare.slice(0, degrees).reduce((sum, value) => sum + value ** 2, 0);
  return Math.sqrt(degrees / squares);
}

/** The value below which a share of them lies, between neighbours by their distance. */
export function quantileOf(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
  // Also of two infinities, whose difference is none.
  return low === high ? low : low + (high - low) * (place - Math.floor(place));
}

/** The middle 95 % of draws, made to hold the estimate itself. */
export function intervalOf(draws: readonly number[], estimate: number): [number, number] {
  const sorted = draws.toSorted((a, b) => a - b);
  return [Math.min(estimate, quantileOf(sorted, 0.025)), Math.max(estimate, quantileOf(sorted, 0.975))];
}
