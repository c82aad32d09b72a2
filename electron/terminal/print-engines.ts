import { type EngineState, engineNoteText, unableToPlay } from '../../shared/engine-state.ts';

function lines(engine: EngineState): string[] {
  const limits = engine.limits.map((limit) => `    ${engineNoteText(limit)}`);
  if (!engine.isThere)
    return [`${engine.id}  not usable: ${engineNoteText(engine.reason)} ${engineNoteText(engine.install)}`];
  const unable = unableToPlay(engine).map(
    ({ topologies, reason }) => `    Not in ${topologies.join(', ')}: ${engineNoteText(reason)}`,
  );
  return [`${engine.id}  ${engine.version} · ${engine.tls} · ${engine.file}`, ...limits, ...unable];
}

/** For other programs: what is said of an engine as sentences, not as keys of the window's texts. */
function inWords(engine: EngineState) {
  const about = {
    ...engine,
    install: engineNoteText(engine.install),
    limits: engine.limits.map(engineNoteText),
  };
  if (!engine.isThere) return { ...about, reason: engineNoteText(engine.reason) };
  const unable = Object.entries(engine.unable).map(([need, note]) => [need, engineNoteText(note)]);
  return { ...about, unable: Object.fromEntries(unable) };
}

/** The engines that can play the proxy, ending in a newline. */
export function printEngines(engines: readonly EngineState[], format: 'text' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(engines.map(inWords), undefined, 2)}\n`;
  return `${['builtin  the lab’s own, always there', ...engines.flatMap(lines)].join('\n')}\n`;
}
