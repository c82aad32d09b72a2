import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomScheme } from 'electron';
import { contentTypeOf, pageHeaders } from '../host/renderer-files.ts';

/** Of the window's address; its origin is `app://lab`, which Node's URL knows as scheme and host only. */
const scheme = 'app';
const host = 'lab';

export const pageAddress = `${scheme}://${host}/index.html`;

/** To be registered before the app is ready: a standard, secure origin, so that `'self'` in the CSP means it. */
export const appScheme: CustomScheme = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** Whether an address is one of this app's own pages. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${scheme}:` && url.host === host;
}

function refusal(status: 400 | 403 | 404 | 405, sentence: string): Response {
  const headers = { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' };
  return new Response(`${sentence}\n`, { status, headers });
}

function decodedPath(address: string): string | undefined {
  try {
    return decodeURIComponent(new URL(address).pathname);
  } catch {
    return undefined;
  }
}

/**
 * Answers a request for a file of the built renderer, and for nothing outside its folder.
 * @param folder absolute path of the renderer's files; it may lie inside an asar
 */
export async function answerPage(request: Request, folder: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, 'Only GET and HEAD');
  if (!isOwnAddress(request.url)) return refusal(404, 'No such host');
  const wanted = decodedPath(request.url);
  if (wanted === undefined || wanted.includes('\0')) return refusal(400, 'Not an address');
  // `%2e%2e%2f`, and on Windows `%5c`, become a way out only now that they are decoded.
  const file = path.resolve(folder, `.${wanted.endsWith('/') ? `${wanted}index.html` : wanted}`);
  if (!file.startsWith(folder + path.sep)) return refusal(403, 'Outside');
  const content = await readFile(file).catch(() => undefined);
  if (content === undefined) return refusal(404, 'Not found');
  const headers = { ...pageHeaders, 'Content-Type': contentTypeOf(file), 'Cache-Control': 'no-cache' };
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(content), { headers });
}
