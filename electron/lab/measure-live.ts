import type { Phase } from '../../shared/api.ts';
import type { Config } from '../../shared/config.ts';
import type { LeftOut } from '../../shared/result.ts';
import { measuredVariants, seriesOfVariant } from '../../shared/variant.ts';
import type { HandshakeCaptures } from './handshake-captures.ts';
import { LeftOutVariants } from './left-out.ts';
import type { LiveFigures } from './live-figures.ts';
import { measureLoop, type Variants } from './measure-loop.ts';
import { withRecovery } from './recovery.ts';
import type { Supervisor } from './supervisor.ts';

/** Under load before the first window counts; with that window it stays below half a second after a toggle. */
const WARMUP_MS = 80;
/** Half a second: long enough to drown the change from one topology to the next, short enough to see all four move. */
const TICKS_PER_SLICE = 2;

export interface LiveOptions {
  readonly supervisor: Supervisor;
  readonly config: Config;
  readonly epoch: number;
  readonly figures: LiveFigures;
  readonly captures: HandshakeCaptures;
  readonly signal: AbortSignal;
  readonly onPhase: (phase: Phase) => void;
  /** Told of a variant that is left out while the others are measured. */
  readonly onLeftOut: (one: LeftOut) => void;
}

/**
 * Measures a configuration, and goes on until the signal aborts.
 * @throws the signal's reason when aborted; LabError when a role fails for good
 */
export async function measureLive(options: LiveOptions): Promise<void> {
  const { supervisor, config, epoch, figures, captures, signal, onPhase } = options;
  const variants: Variants = measuredVariants(config);
  const leftOut = new LeftOutVariants(variants, options.onLeftOut);
  onPhase({ kind: 'preparing', ...seriesOfVariant(variants[0]) });
  const onRecovering = (attempt: number, role: string) => onPhase({ kind: 'recovering', attempt, role });
  await withRecovery({ supervisor, signal, onRecovering }, (restarts) =>
    measureLoop({
      supervisor,
      epoch,
      variants,
      leftOut,
      ownLanes: false,
      warmUp: { leastMs: WARMUP_MS, mostMs: WARMUP_MS },
      warmsAllFirst: false,
      ticksPerSlice: TICKS_PER_SLICE,
      timeline: true,
      afterGap: restarts > 0,
      firstSlice: figures.nextSlice,
      signal,
      onBegin: async (opened, tick) => {
        figures.begin(epoch, opened, tick, await supervisor.engineFacts(opened.plan));
        await captures.begin(opened);
      },
      onRunning: (series) => onPhase({ kind: 'running', ...series }),
      onTick: (opened, tick) => captures.add(opened, tick),
      onSample: (opened, sample, tick) => figures.add(opened, sample, tick),
    }),
  );
}
