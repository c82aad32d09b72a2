import type { EngineFacts, Point } from './result.ts';

const roles = [
  ['proxy', 'Proxy'],
  ['proxy2', 'Second proxy'],
  ['app', 'App'],
] as const;

/** One of them: `nginx 1.22.1 (OpenSSL 3.0.19)`. */
export const engineText = ({ name, version, tls, ownConfig }: EngineFacts): string =>
  `${name} ${version} (${tls}${ownConfig ? ', own configuration' : ''})`;

/**
 * What played each server, and with which TLS library; each once: with another version the figures would be others.
 * @returns one line, or none where nothing was measured
 */
export function enginesText(all: readonly Pick<Point, 'engines'>[]): string[] {
  const texts = roles.flatMap(([role, word]) => {
    const played = all.flatMap(({ engines: { [role]: facts } }) => (facts ? [engineText(facts)] : []));
    return played.length > 0 ? [`${word}: ${[...new Set(played)].join(', ')}`] : [];
  });
  return texts.length > 0 ? [texts.join(' · ')] : [];
}
