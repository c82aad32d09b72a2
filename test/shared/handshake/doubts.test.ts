import { expect, it } from 'vitest';
import { handshakeDoubts, type MachineUse } from '../../../shared/handshake/doubts.ts';
import { handshakeRow } from '../../../shared/handshake/rows.ts';
import { batchOf, someRuntime } from './batches.ts';

const quiet: MachineUse = {
  tiers: { client: { utilisation: 0.5 }, app: { utilisation: 0.4 } },
  cores: 2,
  machineBusyCores: 1,
  otherWorkCores: 0.05,
  stealCores: 0,
  clockJumpMs: 0,
};

function rowAt(...cpuUs: number[]) {
  const batches = cpuUs.map((us) => batchOf(50, 'full', { cpuUs: us }));
  const row = handshakeRow({ case: 'tls13-ecdsa-p256-full', runtime: someRuntime, proof: null, batches });
  if (row === undefined) throw new Error('It was measured.');
  return row;
}
const steady = rowAt(1000, 1001, 1002);

it('nothing is to be doubted of steady figures from a quiet machine', () => {
  expect(handshakeDoubts([steady], quiet)).toEqual([]);
});

it.each([
  [{ otherWorkCores: 0.8 }, 'other-work', /kept 0\.8 of 2 cores busy/],
  [{ stealCores: 0.2 }, 'steal', /gave 20\s% of a core/],
  [{ machineBusyCores: 1.9 }, 'cores-oversubscribed', /^1\.9 of 2 cores were busy/],
  [{ clockJumpMs: 4000 }, 'clock-jump', /jumped by 4,000\sms/],
] as const)('%j is doubted as %s, in the words of handshakes', (change, code, words) => {
  const [doubt] = handshakeDoubts([steady], { ...quiet, ...change });
  expect(doubt).toMatchObject({ code, message: expect.stringMatching(words) });
});

it('rows that are hardly known are counted, and the least known one is named', () => {
  const [doubt, ...others] = handshakeDoubts([steady, rowAt(600, 1000, 1400)], undefined);
  expect(others).toEqual([]);
  expect(doubt?.code).toBe('interval-too-wide');
  expect(doubt?.message).toMatch(
    /of 1 of 2 rows is known no better than to ±10\s%, of tls13-ecdsa-p256-full/,
  );
});
