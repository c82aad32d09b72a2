import { serviceMethods } from '../../shared/service.ts';

/**
 * What was typed, as the configuration has it: the host looks at it again, and says what is wrong with which field.
 * @param text the value of a field by its name; empty where nothing was typed
 */
export function serviceFromForm(text: (name: string) => string) {
  const typed = (name: string) => text(name).trim() || undefined;
  const name = typed('processName') ?? '';
  const processes = {
    pid: { kind: 'pid', pid: Number(name) },
    unit: { kind: 'unit', unit: name },
  } as const;
  const kind = text('process');
  return {
    plaintextUrl: typed('plaintextUrl'),
    tlsUrl: typed('tlsUrl'),
    caFile: typed('caFile'),
    method: serviceMethods.find((method) => method === text('method')) ?? 'GET',
    path: typed('path'),
    headers: text('headers')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const at = line.indexOf(':');
        return { name: line.slice(0, Math.max(0, at)).trim(), value: line.slice(at + 1).trim() };
      }),
    bodyFile: typed('bodyFile'),
    anyLength: text('anyLength') === 'on',
    process: kind === 'pid' || kind === 'unit' ? processes[kind] : undefined,
  };
}

/**
 * The host of a URL if it doesn't look like this machine. Only what is shown depends on it: whether load may go there is
 * decided in the lab, by all of its addresses.
 */
export function awayHost(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return /^(localhost|127\.[\d.]+|::1)$/.test(host) ? undefined : host;
}
