import { Refusal } from './refusal.ts';

/** A number stays text when it isn't one, so that the refusal quotes what was typed. */
export function numberOr(text: string): number | string {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

export function onOff(text: string): boolean | string {
  return text === 'on' ? true : text === 'off' ? false : text;
}

/**
 * Words of a closed set, with commas between them, in any case.
 * @returns those named, without repeats, in the order of `allowed`
 * @throws Refusal when there is none, or an unknown one
 */
export function listFrom<T extends string>(
  flag: string,
  text: string,
  allowed: readonly [T, ...T[]],
): [T, ...T[]] {
  const wanted = new Set(text.split(',').map((one) => one.trim().toLowerCase()));
  const [first, ...rest] = allowed.filter((one) => wanted.delete(one.toLowerCase()));
  if (first === undefined || wanted.size > 0) {
    throw Refusal.of(flag, JSON.stringify(text), `${allowed.join(', ')}, or several of them with commas`);
  }
  return [first, ...rest];
}

/** @throws Refusal when it isn't a number of seconds within the bounds */
export function seconds(flag: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max) return value;
  throw Refusal.of(flag, JSON.stringify(text), `seconds from ${min} to ${max}`);
}
