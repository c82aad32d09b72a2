import path from 'node:path';
import { Lab } from '../../electron/lab/lab.ts';
import type { LabOptions } from '../../electron/lab/lab-options.ts';
import type { HostEvent } from '../../shared/api.ts';
import { type Config, defaultConfig } from '../../shared/config.ts';
import type { Sample } from '../../shared/sample.ts';
import { eventually } from './eventually.ts';

export const rolesDir = path.resolve(import.meta.dirname, '../../out/roles');

/** A real lab with its events kept, for tests to look at. */
export interface LiveLab {
  readonly lab: Lab;
  readonly events: HostEvent[];
  samples(): Sample[];
  /** Process ids by role, of the roles that are ready. */
  pids(): Map<string, number>;
  /** Waits for a sample under the current configuration. */
  nextSample(): Promise<Sample>;
  /** Calls at every sample, in the moment in which the lab has read the counters that end its window. */
  onSample(listener: (sample: Sample) => void): void;
}

export async function openLiveLab(
  change: Partial<Config> = {},
  options: Pick<LabOptions, 'rolesDir' | 'engines'> = { rolesDir },
): Promise<LiveLab> {
  const events: HostEvent[] = [];
  const listeners: ((sample: Sample) => void)[] = [];
  const onEvent = (event: HostEvent) => {
    events.push(event);
    if (event.kind === 'sample') for (const listener of listeners) listener(event.sample);
  };
  const lab = await Lab.open({ ...options, onEvent, onChange: () => {} }, { ...defaultConfig, ...change });
  const samples = () => events.flatMap((event) => (event.kind === 'sample' ? [event.sample] : []));
  return {
    lab,
    events,
    samples,
    onSample: (listener) => void listeners.push(listener),
    pids: () =>
      new Map(
        lab.roles.flatMap((state) => (state.phase === 'ready' && state.pid ? [[state.role, state.pid]] : [])),
      ),
    nextSample: () =>
      eventually('a sample of the current configuration', () =>
        samples().find((sample) => sample.epoch === lab.epoch && (sample.tiers.client?.requests ?? 0) > 0),
      ),
  };
}
