import { expect, it } from 'vitest';
import { orAborted } from '../../electron/lab/or-aborted.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

it.each([
  ['before the call', true],
  ['during the call', false],
])('an abort %s leaves no rejection of the call that nobody has heard of', async (_when, isBefore) => {
  const unheard: unknown[] = [];
  const listen = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', listen);
  const abort = new AbortController();
  const reason = new Error('cancelled');
  let fail: (error: Error) => void = () => {};
  const call = new Promise<never>((_, reject) => {
    fail = reject;
  });
  if (isBefore) abort.abort(reason);
  const waiting = orAborted(abort.signal, call);
  abort.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  fail(new Error('The other side has gone away.'));
  await soon();
  process.off('unhandledRejection', listen);
  expect(unheard).toEqual([]);
});
