/** One figure of the bench: a ratio of medians taken in one run on one machine, and what it may be. */
export interface Figure {
  readonly id: string;
  readonly what: string;
  readonly atLeast?: number;
  readonly atMost: number;
  /** The ratio, the medians behind it, and what proves that both sides did the same work. */
  measure(): Promise<Outcome>;
}

export type Outcome =
  | { kind: 'measured'; ratio: number; numerator: string; denominator: string; proof?: string }
  | { kind: 'skipped'; reason: string };
