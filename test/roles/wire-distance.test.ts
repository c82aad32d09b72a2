import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addedRtt, BUSY } from './wire-quiet.ts';
import { forkWire, type Instrument, openInstrument, type WireUnderTest } from './wire-rig.ts';

// The clock, the client and the server are Python's: nothing of what is tested measures itself.
const instrument: Instrument | undefined = await openInstrument();
const reason = instrument === undefined ? ' (skipped: python3 is not installed)' : '';

let wire: WireUnderTest;
beforeAll(async () => {
  wire = await forkWire();
});
afterAll(async () => {
  await wire.stop();
  instrument?.stop();
});

async function openWire(delayMs: number): Promise<{ port: number; by: Instrument }> {
  if (instrument === undefined) throw new Error('These tests are skipped without python3.');
  const port = await wire.listen({ linkId: `by ${delayMs}`, targetPort: instrument.port, delayMs });
  return { port, by: instrument };
}

describe.skipIf(instrument === undefined)(`the round trip that a wire adds${reason}`, () => {
  // Narrower than what is promised, so that a wire which is wrong by as much as that fails however the rest of it errs.
  for (const [rttMs, toleranceMs, count] of [
    [1, 0.12, 100],
    [12, 0.12, 25],
    [20, 0.12, 20],
    [100, 0.6, 8],
    [200, 1.2, 5],
  ] as const) {
    it(`is ${rttMs} ms within ${toleranceMs} ms`, async ({ skip }) => {
      const { port, by } = await openWire(rttMs / 2);
      const pids = [wire.role.pid ?? 0, by.pid, process.pid];
      const added = await addedRtt(by, { port, count, pids });
      expect(added.ms).toBeGreaterThan(rttMs - toleranceMs);
      skip(!added.isQuiet, BUSY);
      expect(added.ms).toBeLessThan(rttMs + toleranceMs);
    });
  }

  it('is paid twice by the first answer on a connection, which on a real line waits for TCP’s handshake', async () => {
    const { port, by } = await openWire(20);
    const [[first = Number.NaN, ...later] = []] = await by.pingsMs(10, 0, [port]);
    expect(first).toBeGreaterThan(79);
    expect(first).toBeLessThan(120);
    // Round trips, not delays: none is free and none is doubled.
    expect(Math.min(...later)).toBeGreaterThan(39);
    expect(Math.min(...later)).toBeLessThan(60);
  });
});

describe.skipIf(instrument === undefined)(`the bandwidth of a wire${reason}`, () => {
  it('hardly depends on its delay: at 1 ms it carries at least half of what it carries without one', async () => {
    const near = await openWire(0);
    const far = await openWire(0.5);
    const rates = { near: 0, far: 0 };
    for (let turn = 0; turn < 3; turn++) {
      rates.near = Math.max(rates.near, await near.by.streamBytesPerSec(300, near.port));
      rates.far = Math.max(rates.far, await far.by.streamBytesPerSec(300, far.port));
    }
    expect(rates.far / rates.near).toBeGreaterThan(0.5);
  });

  it('is not a window for each round trip: at 200 ms, 300 MB need fewer than ten', async () => {
    const { port, by } = await openWire(100);
    const roundTrips = (300 * 2 ** 20) / (await by.streamBytesPerSec(300, port)) / 0.2;
    expect(roundTrips).toBeLessThan(10);
  });
});
