/** Of the present estimate, up or down at each turn: a machine twice as slow is followed in some fifteen turns. */
const STEP_SHARE = 0.05;
/** So that an estimate of nothing can rise again. */
const STEP_MIN_US = 1;

/**
 * Follows the median of what something costs now: steps up and down of one size settle where half of the costs are above.
 * A mean would be pulled up by the few that had to wait for their core.
 */
export class UsualCost {
  /**
   * @param us first estimate
   * @param mostUs what it can cost on a machine that sleeps deeply; more than that isn't the cost but waiting for a core,
   *   and an estimate that had followed it would stay wrong for as long as it takes to come down again
   */
  constructor(
    public us: number,
    private readonly mostUs: number,
  ) {}

  count(us: number): void {
    const stepUs = STEP_MIN_US + STEP_SHARE * this.us;
    const nextUs = us > this.us ? this.us + stepUs : this.us - stepUs;
    this.us = Math.min(this.mostUs, Math.max(0, nextUs));
  }
}
