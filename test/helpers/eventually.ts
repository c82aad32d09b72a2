import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a fact holds.
 * @param fact returns the value that was waited for, or undefined or false while it isn't there yet
 * @throws Error that says what was waited for
 */
export async function eventually<T>(
  what: string,
  fact: () => T | undefined | false,
  withinMs = 15_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  while (Date.now() < end) {
    const value = fact();
    if (value !== undefined && value !== false) return value;
    await sleep(20);
  }
  throw new Error(`Waited ${withinMs} ms in vain for ${what}.`);
}
