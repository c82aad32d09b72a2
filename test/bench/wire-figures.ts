import { addedRttMs, forkWire, type Instrument, openInstrument } from '../roles/wire-rig.ts';
import type { Figure, Outcome } from './figures.ts';
import { median } from './rig.ts';

const ASKED_BYTES_PER_SEC = 500e6;
const STREAM_MEGABYTES = 1000;
const STREAMS = 5;

/** Measures through a wire of this round trip with a clock that isn't ours. */
async function overWire(
  rttMs: number,
  measure: (instrument: Instrument, port: number) => Promise<Outcome>,
): Promise<Outcome> {
  const instrument = await openInstrument();
  if (instrument === undefined) return { kind: 'skipped', reason: 'python3 is not installed' };
  const wire = await forkWire();
  try {
    const port = await wire.listen({
      linkId: 'bench',
      targetPort: instrument.port,
      delayMs: rttMs / 2,
    });
    return await measure(instrument, port);
  } finally {
    instrument.stop();
    await wire.stop();
  }
}

async function streamTime(instrument: Instrument, port: number): Promise<Outcome> {
  const rates: number[] = [];
  for (let turn = 0; turn < STREAMS; turn++) {
    rates.push(await instrument.streamBytesPerSec(STREAM_MEGABYTES, port));
  }
  const bytesPerSec = median(rates);
  return {
    kind: 'measured',
    ratio: ASKED_BYTES_PER_SEC / bytesPerSec,
    numerator: '500 MB/s',
    denominator: `${(bytesPerSec / 1e6).toFixed(0)} MB/s (median of ${STREAMS})`,
  };
}

function rttFigure(rttMs: number, count: number, tolerance: number): Figure {
  return {
    id: `wire-rtt-${rttMs}`,
    what: `round trip added by a wire of ${rttMs} ms ÷ ${rttMs} ms`,
    atLeast: 1 - tolerance,
    atMost: 1 + tolerance,
    measure: () =>
      overWire(rttMs, async (instrument, port) => {
        const addedMs = await addedRttMs(instrument, count, port);
        return {
          kind: 'measured',
          ratio: addedMs / rttMs,
          numerator: `${addedMs.toFixed(3)} ms (median of ${count})`,
          denominator: `${rttMs} ms`,
        };
      }),
  };
}

export const wireFigures: readonly Figure[] = [
  {
    id: 'wire-rate',
    what: '500 MB/s ÷ rate of one connection through a wire of 1 ms',
    atMost: 1,
    measure: () => overWire(1, streamTime),
  },
  rttFigure(1, 1000, 0.15),
  rttFigure(20, 150, 0.01),
  rttFigure(100, 50, 0.01),
  rttFigure(200, 30, 0.01),
];
