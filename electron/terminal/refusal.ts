/** What was typed can't be done; its message says what is allowed. */
export class Refusal extends Error {
  /** @param given as it was typed */
  static of(flag: string, given: string, allowed: string): Refusal {
    return new Refusal(`${flag}: ${given} was given; allowed: ${allowed}`);
  }
}
