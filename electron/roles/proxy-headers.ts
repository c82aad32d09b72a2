import {
  addNamed,
  parseContentLength,
  requestKinds,
  responseKinds,
  withoutNamed,
} from './proxy-field-kinds.ts';

/** A request as it came, in either protocol. */
export interface ReceivedRequest {
  readonly method: string;
  /** Request target (RFC 9112 §3.2) or `:path` (RFC 9113 §8.3.1). */
  readonly target: string;
  readonly version: '1.0' | '1.1' | '2';
  /** Names and values in turn; pseudo-fields may be among them. */
  readonly rawFields: readonly string[];
  /** HTTP/2 says by a flag whether a body follows; HTTP/1.1 says it in fields. */
  readonly bodyFollows: boolean;
  readonly clientAddress: string;
  readonly scheme: 'http' | 'https';
}

/** A request as it goes to the app. `host` is apart, because HTTP/2 has `:authority` instead. */
export interface ForwardedRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  /** Names and values in turn; framing fields other than `content-length` are the sender's to write. */
  readonly fields: string[];
  readonly hasBody: boolean;
  /** Bytes, or -1 when only the end of the body will tell. */
  readonly contentLength: number;
  readonly expectsContinue: boolean;
  /** Set when the hop of this request is to be timed. */
  readonly timelineId: string | undefined;
}

/** Why a request isn't forwarded, as a status code. */
export interface Refusal {
  readonly refusedWith: 400 | 501;
}

export interface ForwardedResponse {
  readonly status: number;
  readonly fields: string[];
  /** Bytes, or -1 when the app didn't say. */
  readonly contentLength: number;
}

const COLON = 58;

const methodToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const outsideTarget = /[^!-~\x80-\xff]/;
const absoluteForm = /^https?:\/\/([^/?#@]+)((?:[/?][^#]*)?)$/i;
/** Methods whose requests other servers expect to say how long their body is, even when it is empty (RFC 9110 §8.6). */
const usuallyWithBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Path and, in absolute form, the host that then counts instead of the field's (RFC 9112 §3.2.2). */
function splitTarget(method: string, target: string): { path: string; host?: string } | undefined {
  if (outsideTarget.test(target)) return undefined;
  if (target.startsWith('/') || (target === '*' && method === 'OPTIONS')) return { path: target };
  const [, host, path] = absoluteForm.exec(target) ?? [];
  if (host === undefined || path === undefined) return undefined;
  return { host, path: path.startsWith('/') ? path : `/${path}` };
}

/** Fields of one request while they are sorted. */
class RequestSorter {
  readonly fields: string[] = [];
  named: Set<string> | undefined;
  host: string | undefined;
  authority: string | undefined;
  contentLength = -1;
  chunked = false;
  cookie = '';
  forwardedFor = '';
  expectsContinue = false;
  timelineId: string | undefined;
  refusedWith: 400 | 501 | undefined;

  add(name: string, value: string): void {
    switch (requestKinds.of(name)) {
      case 'pass':
        this.fields.push(name, value);
        break;
      case 'host':
        if (this.host !== undefined) this.refusedWith = 400;
        this.host = value;
        break;
      case 'cookie':
        // HTTP/2 may split it into crumbs (RFC 9113 §8.2.3).
        this.cookie = this.cookie === '' ? value : `${this.cookie}; ${value}`;
        break;
      case 'connection':
        this.named = addNamed(value, this.named);
        break;
      case 'forwarded-for':
        this.forwardedFor += `${value}, `;
        break;
      case 'timeline':
        this.timelineId = value;
        this.fields.push(name, value);
        break;
      default:
        this.addFraming(name, value);
    }
  }

  private addFraming(name: string, value: string): void {
    switch (requestKinds.of(name)) {
      case 'content-length':
        if (this.contentLength >= 0) this.refusedWith = 400;
        this.contentLength = parseContentLength(value);
        if (this.contentLength < 0) this.refusedWith = 400;
        break;
      case 'transfer-encoding':
        // A coding that isn't decoded here can't be forwarded without its name (RFC 9112 §6.1).
        if (this.chunked || value.toLowerCase() !== 'chunked') this.refusedWith = 501;
        this.chunked = true;
        break;
      case 'expect':
        this.expectsContinue = value.toLowerCase() === '100-continue';
        break;
    }
  }
}

/**
 * Turns a client's request into the one for the app: hop-by-hop fields out (RFC 9110 §7.6.1), `X-Forwarded-For` grown
 * by the client's address, `X-Forwarded-Proto` and `-Host` set, cookie crumbs joined (RFC 9113 §8.2.3).
 * @returns the request, or a refusal when its target is none or two readers could frame it differently (RFC 9112 §11.2)
 */
export function forwardRequest(received: ReceivedRequest): ForwardedRequest | Refusal {
  const { method, rawFields, version } = received;
  const sorter = new RequestSorter();
  for (let at = 0; at + 1 < rawFields.length; at += 2) {
    const name = rawFields[at] ?? '';
    const value = rawFields[at + 1] ?? '';
    if (name.charCodeAt(0) !== COLON) sorter.add(name, value);
    else if (name === ':authority') sorter.authority = value;
  }
  const target = splitTarget(method, received.target);
  const { authority, chunked, contentLength } = sorter;
  // An HTTP/1.0 reader doesn't know chunks (RFC 9112 §6.1); HTTP/2 has none (RFC 9113 §8.2.2).
  const ambiguous = chunked && (contentLength >= 0 || version !== '1.1');
  const twoHosts = authority !== undefined && sorter.host !== undefined && authority !== sorter.host;
  if (sorter.refusedWith !== undefined) return { refusedWith: sorter.refusedWith };
  if (target === undefined || ambiguous || twoHosts || !methodToken.test(method)) return { refusedWith: 400 };
  const host = target.host ?? authority ?? sorter.host ?? '';
  const hasBody = version === '2' ? received.bodyFollows : chunked || contentLength > 0;
  return {
    method,
    path: target.path,
    host,
    fields: finishFields(sorter, received, host, hasBody),
    hasBody,
    contentLength,
    expectsContinue: sorter.expectsContinue,
    timelineId: sorter.timelineId,
  };
}

/** What is added here can't be taken away by a name in `Connection`: neither the framing nor where the request came from. */
function finishFields(
  sorter: RequestSorter,
  received: ReceivedRequest,
  host: string,
  hasBody: boolean,
): string[] {
  if (sorter.cookie !== '') sorter.fields.push('cookie', sorter.cookie);
  const fields = sorter.named === undefined ? sorter.fields : withoutNamed(sorter.fields, sorter.named);
  if (sorter.contentLength >= 0) fields.push('content-length', String(sorter.contentLength));
  else if (!hasBody && usuallyWithBody.has(received.method)) fields.push('content-length', '0');
  fields.push(
    'x-forwarded-for',
    sorter.forwardedFor + received.clientAddress,
    'x-forwarded-proto',
    received.scheme,
    'x-forwarded-host',
    host,
  );
  return fields;
}

/**
 * Turns the app's head into the one for the client: hop-by-hop fields out, framing left to whoever sends it.
 * @param status final status code, not 1xx
 * @param rawFields names and values in turn; pseudo-fields are left out
 */
export function forwardResponse(status: number, rawFields: readonly string[]): ForwardedResponse {
  const fields: string[] = [];
  let named: Set<string> | undefined;
  let contentLength = -1;
  for (let at = 0; at + 1 < rawFields.length; at += 2) {
    const name = rawFields[at] ?? '';
    const value = rawFields[at + 1] ?? '';
    if (name.charCodeAt(0) === COLON) continue;
    const kind = responseKinds.of(name);
    if (kind === 'pass') fields.push(name, value);
    else if (kind === 'connection') named = addNamed(value, named);
    else if (kind === 'content-length') contentLength = parseContentLength(value);
  }
  const kept = named === undefined ? fields : withoutNamed(fields, named);
  // RFC 9110 §8.6: a 204 has no length.
  if (contentLength >= 0 && status !== 204) kept.push('content-length', String(contentLength));
  return { status, fields: kept, contentLength };
}
