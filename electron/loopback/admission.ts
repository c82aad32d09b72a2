import { createHash, timingSafeEqual } from 'node:crypto';
import { settingsField } from '../../shared/share/settings-text.ts';

/** What is needed of a request to decide on it. */
export interface Knock {
  readonly method: string;
  /** Request target as sent, for example `/?token=…`. */
  readonly target: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly cookie: string | undefined;
  readonly secFetchSite: string | undefined;
  /** The request asks to become a WebSocket. */
  readonly isUpgrade: boolean;
}

/** What opens the door, for the life of one process. */
export interface Door {
  readonly port: number;
  /** In the printed address. It opens any browser of the user's, as long as the process lives. */
  readonly token: string;
  /** In the cookie that a token is exchanged for; the address never shows it. */
  readonly session: string;
}

export type Refusal =
  | 'no-such-host'
  | 'method-not-allowed'
  | 'bad-target'
  | 'wrong-token'
  | 'no-session'
  | 'wrong-origin';

export type Verdict =
  | { readonly kind: 'admit'; readonly path: string }
  /** 303 to `/` with the cookie: the token leaves the address, and settings stay in it. */
  | { readonly kind: 'exchange'; readonly settings: string | null }
  /** The page is to ask again by itself: a browser keeps a SameSite=Strict cookie back when another page led here. */
  | { readonly kind: 'ask-again' }
  /**
   * Another page led here with settings. Opening them stops what is measured, so that the user says whether they want it:
   * of a page on another port of this machine, too, for which a browser doesn't keep the cookie back.
   */
  | { readonly kind: 'ask-user'; readonly settings: string }
  | { readonly kind: 'refuse'; readonly status: 400 | 401 | 403 | 405 | 421; readonly reason: Refusal };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time; digests have one length whatever was given. */
const isSecret = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret));

/** Cookies don't know ports (RFC 6265 §8.5): without the port in its name, two labs would overwrite each other's. */
export const cookieName = (port: number): string => `tls-cost-lab-${port}`;

function hasSession(cookie: string | undefined, door: Door): boolean {
  const prefix = `${cookieName(door.port)}=`;
  const values = (cookie ?? '').split(';').map((pair) => pair.trim());
  return values.some((pair) => pair.startsWith(prefix) && isSecret(pair.slice(prefix.length), door.session));
}

/** The names by which this server may be asked. Any other means that a foreign name was made to point here (DNS rebinding). */
function isOwnHost(host: string | undefined, port: number): boolean {
  const ownHosts = ['127.0.0.1', 'localhost'].flatMap((name) => [
    `${name}:${port}`,
    // Browsers leave out the scheme's own port.
    ...(port === 80 ? [name] : []),
  ]);
  return host !== undefined && ownHosts.includes(host);
}

const refuse = (status: 400 | 401 | 403 | 405 | 421, reason: Refusal): Verdict => ({
  kind: 'refuse',
  status,
  reason,
});

function judgeUpgrade(knock: Knock, door: Door): Verdict {
  if (!isOwnHost(knock.host, door.port)) return refuse(403, 'no-such-host');
  // SameSite ignores ports, so a page on another port of this machine would bring the cookie: only Origin tells it apart.
  if (knock.origin !== `http://${knock.host}`) return refuse(403, 'wrong-origin');
  if (!hasSession(knock.cookie, door)) return refuse(403, 'no-session');
  return { kind: 'admit', path: knock.target };
}

/** What a browser says of whoever led here (Fetch Metadata): neither the user by themselves, nor a page of ours. */
const isLedByAnother = ({ secFetchSite }: Knock) =>
  secFetchSite === 'cross-site' || secFetchSite === 'same-site';

/**
 * Decides whether a request may enter. Pure: nothing is remembered from one request to the next.
 * @param knock the request
 * @param door port and secrets of this process
 */
export function judge(knock: Knock, door: Door): Verdict {
  if (knock.isUpgrade) return judgeUpgrade(knock, door);
  if (!isOwnHost(knock.host, door.port)) return refuse(421, 'no-such-host');
  if (knock.method !== 'GET' && knock.method !== 'HEAD') return refuse(405, 'method-not-allowed');
  // A target in absolute form (RFC 9112 §3.2.2) would name a second host.
  if (!knock.target.startsWith('/')) return refuse(400, 'bad-target');
  const [path = '/', query = ''] = knock.target.split(/\?(.*)/s);
  const fields = new URLSearchParams(query);
  const [token, settings] = [fields.get('token'), fields.get(settingsField)];
  if (path === '/' && token !== null) {
    return isSecret(token, door.token) ? { kind: 'exchange', settings } : refuse(401, 'wrong-token');
  }
  if (path === '/' && settings !== null && isLedByAnother(knock)) return { kind: 'ask-user', settings };
  if (hasSession(knock.cookie, door)) return { kind: 'admit', path };
  // The second time the browser says same-origin, so this can't go round in circles.
  if (path === '/' && knock.secFetchSite === 'cross-site') return { kind: 'ask-again' };
  return refuse(401, 'no-session');
}
