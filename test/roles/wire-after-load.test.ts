import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBusyLoops } from '../helpers/busy-loops.ts';
import { addedRttMs, forkWire, type Instrument, openInstrument, type WireUnderTest } from './wire-rig.ts';

const instrument: Instrument | undefined = await openInstrument();
if (instrument === undefined)
  console.log('Skipped: the distance of a wire is measured by python3, and it is not here.');

let wire: WireUnderTest;
beforeAll(async () => {
  wire = await forkWire();
});
afterAll(async () => {
  await wire.stop();
  instrument?.stop();
});

describe.skipIf(instrument === undefined)(
  'a wire on a machine that was overloaded and is quiet again',
  () => {
    it('forgets how slowly it woke up: a round trip of 1 ms is no shorter for it', async () => {
      if (instrument === undefined) return;
      const targetPort = instrument.port;
      const far = await wire.listen({ linkId: 'far', targetPort, delayMs: 10 });
      const near = await wire.listen({ linkId: 'near', targetPort, delayMs: 0.5 });
      const loops = startBusyLoops(6);
      await addedRttMs(instrument, 250, far);
      loops.stop();
      expect(await addedRttMs(instrument, 500, near)).toBeGreaterThan(0.85);
    });
  },
);
