import type { Config } from '../config.ts';
import { LabError } from '../fault.ts';
import {
  type ReceivedSettings,
  receiveSettings,
  settingsSchemaId,
  shareSettings,
} from './settings-document.ts';

/** Settings as text: a link for the desktop app, an address for the page, a file. */

/** What the desktop app is registered for. */
export const linkScheme = 'tls-cost-lab';
/** The field of an address that carries settings. */
export const settingsField = 'c';
export const settingsFileName = 'settings.tls-cost-lab.json';
/** Longer texts are refused unread. Every browser and system hands on links of this length. */
export const maxSettingsLength = 8_192;

/** `tls-cost-lab://settings?c=…`, with the slash that some browsers put behind the host; or the page's address. */
const linkPattern =
  /^(?:tls-cost-lab:\/\/settings\/?|http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?\/)\?c=([\w-]*)$/;

export const isSettingsLink = (text: string): boolean =>
  text.startsWith(`${linkScheme}:`) || text.startsWith('http:');

function badLink(found: string): LabError {
  return new LabError({
    code: 'bad-link',
    message: `These settings can't be opened: ${found}. Wanted: a link that begins with ${linkScheme}://settings?${settingsField}=, or a file with "schema": "${settingsSchemaId}". Nothing was changed; ask for the link or the file anew.`,
  });
}

/** Base64url without padding (RFC 4648 §5); the text is ASCII, for URLs are and all else is words of our own. */
const toBase64Url = (ascii: string) =>
  btoa(ascii).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @returns '' for what `toBase64Url` would not have written */
function fromBase64Url(code: string): string {
  try {
    const ascii = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    return toBase64Url(ascii) === code ? ascii : '';
  } catch {
    return '';
  }
}

/**
 * What stands behind `?c=`.
 * @throws LabError `bad-link` when it would be too long to be opened again, which only a service's URL can bring about
 */
export function settingsCode(config: Config): string {
  const code = toBase64Url(JSON.stringify(shareSettings(config).document));
  if (settingsLink(code).length <= maxSettingsLength) return code;
  throw new LabError({
    code: 'bad-link',
    message: `A link may have ${maxSettingsLength} characters, and one with these settings would have ${settingsLink(code).length}: the URL or the path of your service is too long. Shorten it, or leave the service out.`,
  });
}

/** A link for the desktop app and the command line. */
export const settingsLink = (code: string): string => `${linkScheme}://settings?${settingsField}=${code}`;

/** @param origin of a page that the lab serves, such as `http://127.0.0.1:8080` */
export const settingsAddress = (origin: string, code: string): string =>
  `${origin}/?${settingsField}=${code}`;

export const settingsFileText = (config: Config): string =>
  `${JSON.stringify(shareSettings(config).document, undefined, 2)}\n`;

function parsedJson(json: string, otherwise: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw badLink(otherwise);
  }
}

function documentIn(text: string): unknown {
  const quoted = JSON.stringify(text.slice(0, 60));
  if (!isSettingsLink(text)) return parsedJson(text, `the text that begins with ${quoted} is no JSON`);
  const code = linkPattern.exec(text)?.[1];
  if (code === undefined) throw badLink(`${quoted} was given, which is no link with settings`);
  return parsedJson(fromBase64Url(code), 'what the link carries is damaged, or was cut short');
}

/**
 * Reads settings that somebody shared. It is tolerant of nothing: what a newer version or a damaged link means nobody
 * knows, and controls set half right would measure something else than was meant.
 * @param given a link, an address of the page, or the text of a file
 * @throws LabError `bad-link`
 */
export function parseSharedSettings(given: string): ReceivedSettings {
  const text = given.trim();
  if (text.length > maxSettingsLength)
    throw badLink(`more than ${maxSettingsLength} characters were given, and settings have fewer`);
  if (text === '') throw badLink('nothing was given');
  const received = receiveSettings(documentIn(text));
  if (typeof received === 'string') throw badLink(received);
  return received;
}
