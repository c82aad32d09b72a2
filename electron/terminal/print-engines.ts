import { type EngineState, unableToPlay } from '../../shared/engine-state.ts';

function lines(engine: EngineState): string[] {
  const limits = engine.limits.map((limit) => `    ${limit}`);
  const unable = engine.isThere
    ? unableToPlay(engine).map(({ topologies, reason }) => `    Not in ${topologies.join(', ')}: ${reason}`)
    : [];
  if (engine.isThere)
    return [`${engine.id}  ${engine.version} · ${engine.tls} · ${engine.file}`, ...limits, ...unable];
  return [`${engine.id}  not usable: ${engine.reason} ${engine.install}`];
}

/** The engines that can play the proxy, ending in a newline. */
export function printEngines(engines: readonly EngineState[], format: 'text' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(engines, undefined, 2)}\n`;
  return `${['builtin  the lab’s own, always there', ...engines.flatMap(lines)].join('\n')}\n`;
}
