import { LabError } from '../fault.ts';

const allowed = 'https://host[:port][/path], or http:// without TLS; no user name or password';

/**
 * What may be probed.
 * @throws LabError `bad-url`
 */
export function parseProbeUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  // A password is a credential: it would go to whoever answers.
  if (url !== undefined && isWeb && url.username === '' && url.password === '') return url;
  const hasSecret = url !== undefined && url.password !== '';
  const given = JSON.stringify(hasSecret ? text.replace(url.password, '…') : text);
  throw new LabError({
    code: 'bad-url',
    message: `URL: ${given} was given; allowed: ${allowed}`,
    field: 'URL',
    given,
    allowed,
  });
}

/** A URL or path as it may be kept: what stands behind the path may be a token, so that only a query's presence is told. */
export const withoutQuery = (url: string): string => url.replace(/#.*$/s, '').replace(/\?.*$/s, '?…');
