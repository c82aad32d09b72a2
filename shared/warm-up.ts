/** Windows in one block: short enough to end a warm-up within a second, long enough for one hiccup not to decide. */
const BLOCK_WINDOWS = 3;

/**
 * A block this much cheaper than the one before still warms up. Compiling makes the first windows cost two to three times
 * the later ones and halves what is left several times a second; a machine's own noise moves a block by up to 20 % in
 * either direction, so a stricter share would make a warm-up wait for luck.
 */
const FALL_SHARE = 0.1;

/** A slow fall: each of the last steps went down, and by more than this share in all. */
const TREND_SHARE = 0.06;

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Whether CPU per request has stopped falling, so that what is measured next is the steady state. Only a fall is warming
 * up: a cost that rises is the machine's doing, and waiting would not cure it.
 * @param costsUs CPU per request of windows of some 80 to 250 ms under load, oldest first
 * @returns undefined while there are fewer than two blocks of windows: then nothing is known, neither this nor that
 */
export function hasSettled(costsUs: readonly number[]): boolean | undefined {
  if (costsUs.length < 2 * BLOCK_WINDOWS) return undefined;
  const before = meanOf(costsUs.slice(-2 * BLOCK_WINDOWS, -BLOCK_WINDOWS));
  const now = meanOf(costsUs.slice(-BLOCK_WINDOWS));
  if (now < before * (1 - FALL_SHARE)) return false;
  const last = costsUs.slice(-BLOCK_WINDOWS - 1);
  const fallsEachTime = last.every((cost, at) => at === 0 || cost < (last[at - 1] ?? cost));
  const [first = 0, end = 0] = [last[0], last.at(-1)];
  return !(fallsEachTime && end < first * (1 - TREND_SHARE));
}
