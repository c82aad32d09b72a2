import { LabError } from '../../shared/fault.ts';
import { type EnginePlace, type EngineTask, engineSpec } from './engine-spec.ts';
import type { EngineDefinition, EngineSpec } from './engines/engine.ts';

/** What stands in a configuration that is shown or saved, where the lab puts its ports and its directory. */
const places = { listenPort: '{{listenPort}}', upstreamPort: '{{upstreamPort}}', dir: '{{dir}}' } as const;

/** Values that stand nowhere else in a configuration, so that they can be told from the rest of it. */
const marks = { listenPort: 64_901, upstreamPort: 64_902, dir: '/tls-cost-lab-dir' } as const;

/** The configuration that an engine is run with, with named places for what each instance fills in. */
export function configTemplate(
  definition: EngineDefinition,
  task: EngineTask,
  about: Pick<EnginePlace, 'workers' | 'version' | 'tcpModule'>,
): string {
  return definition
    .configure(engineSpec(task, { ...about, ...marks }))
    .replaceAll(String(marks.listenPort), places.listenPort)
    .replaceAll(String(marks.upstreamPort), places.upstreamPort)
    .replaceAll(marks.dir, places.dir);
}

/**
 * Fills a configuration of the user's own.
 * @throws LabError `bad-config` when it has no place for a port: it would listen on, or forward to, something else
 */
export function fillConfig(template: string, { listenPort, upstream, dir }: EngineSpec): string {
  const missing = [places.listenPort, places.upstreamPort].find((place) => !template.includes(place));
  if (missing !== undefined) {
    const message = `The engine's configuration has no ${missing}, where the lab puts its port; save the generated one and edit that.`;
    throw new LabError({
      code: 'bad-config',
      message,
      field: 'engineConfig',
      allowed: `a text with ${missing}`,
    });
  }
  return template
    .replaceAll(places.listenPort, String(listenPort))
    .replaceAll(places.upstreamPort, String(upstream.port))
    .replaceAll(places.dir, dir);
}
