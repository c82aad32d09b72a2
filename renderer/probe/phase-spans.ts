import type { Phases } from '../../shared/probe/probe.ts';

export const probePhases = ['dns', 'tcp', 'tls', 'firstByte', 'body'] as const;
type ProbePhase = (typeof probePhases)[number];

/** One step of a probe's first connection, ms from its beginning. */
export interface PhaseSpan {
  readonly phase: ProbePhase;
  readonly startMs: number;
  readonly durationMs: number;
}

/** The steps that took place, one after the other. */
export function phaseSpans(phases: Phases): PhaseSpan[] {
  let startMs = 0;
  return probePhases.flatMap((phase) => {
    const durationMs = phases[`${phase}Ms`];
    if (durationMs === undefined) return [];
    const span = { phase, startMs, durationMs };
    startMs += durationMs;
    return [span];
  });
}
