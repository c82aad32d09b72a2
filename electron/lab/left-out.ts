import { type FaultCode, toFault } from '../../shared/fault.ts';
import type { LeftOut } from '../../shared/result.ts';
import { seriesName } from '../../shared/series.ts';
import { seriesOfVariant, type Variant } from '../../shared/variant.ts';

/** Faults of an engine that could not be started, or doesn't serve; with the same settings it would not the next time either. */
const ownFaults: readonly FaultCode[] = [
  'engine-missing',
  'engine-unable',
  'engine-unfit',
  'role-start-failed',
  'role-gave-up',
  'bad-config',
];

/** The variants of an interleaved measurement that it goes on without, since their engine could not be started or does not serve. */
export class LeftOutVariants {
  private readonly variants: readonly Variant[];
  private readonly onLeftOut: (one: LeftOut) => void;
  private readonly byPlace = new Map<number, LeftOut>();

  /** @param onLeftOut told of each, once */
  constructor(variants: readonly Variant[], onLeftOut: (one: LeftOut) => void = () => {}) {
    this.variants = variants;
    this.onLeftOut = onLeftOut;
  }

  has(place: number): boolean {
    return this.byPlace.has(place);
  }

  get all(): LeftOut[] {
    return [...this.byPlace.values()];
  }

  /**
   * Goes on without a variant.
   * @param error what opening or warming it threw
   * @throws the error, when it is not the variant's engine's own, or nothing would be left to measure
   */
  add(place: number, error: unknown): void {
    const variant = this.variants[place];
    const fault = toFault(error);
    const isItsOwn = fault.role === variant?.proxy && ownFaults.includes(fault.code);
    const isLast = this.byPlace.size === this.variants.length - 1;
    if (variant === undefined || !isItsOwn || isLast) throw error;
    const series = seriesOfVariant(variant);
    const named = { ...fault, message: `${seriesName(series)} is left out. ${fault.message}` };
    const one = { ...series, fault: named };
    this.byPlace.set(place, one);
    this.onLeftOut(one);
  }
}
