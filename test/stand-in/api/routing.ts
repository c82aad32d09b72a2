import type { Frame, Request as PageRequest, Route } from 'playwright-core';
import { makeEvent } from './event.ts';
import { handlers, toOwn } from './schemes.ts';
import { askWebRequest } from './session.ts';
import type { WebContents } from './web-contents.ts';

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

function frameOf(request: PageRequest): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined; // a popup's first request comes before its frame
  }
}

/** True when the window lets its page go to the address. */
function mayNavigate(request: PageRequest, contents: WebContents): boolean {
  const isMainFrame = frameOf(request) === contents.host.page?.mainFrame();
  if (!isMainFrame || contents.isLoading(request.url())) return true;
  const url = toOwn(request.url());
  const event = makeEvent({ url, isSameDocument: false, isMainFrame });
  contents.emit('will-frame-navigate', event);
  contents.emit('will-navigate', event, url);
  return !event.defaultPrevented;
}

function ownHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toOwn(value)]));
}

async function askHandler(request: PageRequest, url: string): Promise<Response | undefined> {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  const body = request.postDataBuffer();
  const init = { method: request.method(), headers: ownHeaders(request.headers()) };
  return handler?.(new Request(url, body ? { ...init, body: new Uint8Array(body) } : init));
}

async function answerFromHandler(route: Route, response: Response, details: Record<string, unknown>) {
  const received = Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]]));
  const { responseHeaders } = await askWebRequest.headersReceived({
    ...details,
    statusCode: response.status,
    responseHeaders: received,
  });
  const headers = Object.entries(responseHeaders ?? received).map(([name, values]) => [
    name.toLowerCase(),
    [values].flat().join(', '),
  ]);
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/**
 * Decides every request of every page: the window's navigation guard first, then webRequest, then the app's
 * own protocol handler; loopback goes out, anything else is refused.
 */
export async function routeRequest(route: Route, windows: readonly WebContents[]): Promise<void> {
  const request = route.request();
  const url = toOwn(request.url());
  const page = frameOf(request)?.page();
  const contents = windows.find((candidate) => candidate.host.page === page);
  if (request.isNavigationRequest()) {
    const opener = contents ? undefined : windows[0];
    opener?.refuseNewWindow(url);
    if (!contents || !mayNavigate(request, contents)) return route.abort('aborted');
  }
  const details = { url, method: request.method(), resourceType: request.resourceType() };
  if ((await askWebRequest.beforeRequest(details)).cancel) return route.abort('blockedbyclient');
  try {
    const response = await askHandler(request, url);
    if (response) return await answerFromHandler(route, response, details);
  } catch (error) {
    console.error(`electron stand-in: the protocol handler failed on ${url}:`, error);
    return route.abort('failed');
  }
  return loopback.has(new URL(url).hostname) ? route.continue() : route.abort('internetdisconnected');
}
