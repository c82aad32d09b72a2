const suffix = 'electron-stand-in.test';

type Handler = (request: Request) => Response | Promise<Response>;

const standard = new Set<string>();
const handlers = new Map<string, Handler>();

/** Chromium has no custom schemes from outside: app://lab/x is carried as https://lab.app.<suffix>/x. */
export function toCarried(url: string): string {
  const parsed = /^([a-z][a-z0-9-]*):\/\/([^/?#]+)(.*)$/i.exec(url);
  const [, scheme = '', host = '', rest = ''] = parsed ?? [];
  return standard.has(scheme) ? new URL(`https://${host}.${scheme}.${suffix}${rest}`).href : url;
}

/** The app's own name for a carried address; any other address as it is. */
export function toOwn(url: string): string {
  const parsed = /^https:\/\/(.+)\.([a-z0-9-]+)\.electron-stand-in\.test(.*)$/i.exec(url);
  const [, host = '', scheme = '', rest = ''] = parsed ?? [];
  return parsed ? `${scheme}://${host}${rest}` : url;
}

/** Notes schemes that behave like https; only those can be carried. */
export function addStandardSchemes(schemes: readonly string[]): void {
  for (const scheme of schemes) standard.add(scheme);
}

export const isStandard = (scheme: string) => standard.has(scheme);

export { handlers };
