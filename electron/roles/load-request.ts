import type { LoadRequestSpec, LoadSpec } from '../../shared/role-api.ts';
import type { ErrorKind } from '../../shared/words.ts';

/** Larger uploads go out in pieces of this size, each when the one before has left: TLS would copy the whole at once. */
export const PIECE_BYTES = 65_536;

/** The one request that a fleet repeats, and what its answer must be. */
export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly authority: string;
  /** Header fields beside those that frame the message, names and values. */
  readonly fields: readonly (readonly [string, string])[];
  /** Highest status that a correct answer has; the lowest is 200. */
  readonly highestStatus: number;
  /** Body length that a correct answer has; any if absent. */
  readonly answerBytes: number | undefined;
  /** Body of the request; often empty. */
  readonly upload: Buffer;
}

/** Methods whose requests say how long their body is, even when it is empty (RFC 9110 §8.6). */
const methodsWithBody: readonly string[] = ['POST', 'PUT', 'PATCH'];

const saysLength = ({ method, upload }: LoadRequest) => upload.length > 0 || methodsWithBody.includes(method);

/** A service of the user's own is asked what the user said; any 2xx is a success (RFC 9110 §15.3). */
function serviceRequest(spec: LoadRequestSpec): LoadRequest {
  const { method, path, authority, fields, answerBytes } = spec;
  const upload = Buffer.from(spec.bodyBase64, 'base64');
  return { method, path, authority, fields, highestStatus: 299, answerBytes, upload };
}

/** What is wrong with a complete answer. @returns undefined for a correct one */
export function wrongIn(
  { highestStatus, answerBytes }: LoadRequest,
  status: number,
  bodyBytes: number,
): ErrorKind | undefined {
  if (status < 200 || status > highestStatus) return 'status';
  return answerBytes === undefined || bodyBytes === answerBytes ? undefined : 'body-length';
}

/** The server answers as many bytes as the path says, so a download is `GET /<bytes>` and an upload is `POST /0`. */
export function requestOf(spec: LoadSpec): LoadRequest {
  if (spec.request !== undefined) return serviceRequest(spec.request);
  const { method, bodyBytes } = spec.workload;
  const isUpload = method === 'POST';
  return {
    method,
    path: isUpload ? '/0' : `/${bodyBytes}`,
    authority: `${spec.tls?.serverName ?? '127.0.0.1'}:${spec.port}`,
    fields: [],
    highestStatus: 200,
    answerBytes: isUpload ? 0 : bodyBytes,
    // Not zeros, so that nothing on the way can profit from them.
    upload: isUpload ? Buffer.alloc(bodyBytes, 'Who pays for encryption, and how much? ') : Buffer.alloc(0),
  };
}

/**
 * Head of the request as HTTP/1.1 (RFC 9112).
 * @param fields further header fields, each without its line end
 */
export function headBytes(request: LoadRequest, fields: readonly string[]): Buffer {
  const length = saysLength(request) ? [`Content-Length: ${request.upload.length}`] : [];
  const lines = [
    `${request.method} ${request.path} HTTP/1.1`,
    `Host: ${request.authority}`,
    ...length,
    ...request.fields.map(([name, value]) => `${name}: ${value}`),
    ...fields,
    '',
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

/** The same head for `node:http2`. */
export function h2Headers(request: LoadRequest, scheme: 'http' | 'https'): Record<string, string> {
  return {
    ':method': request.method,
    ':path': request.path,
    ':scheme': scheme,
    ':authority': request.authority,
    ...Object.fromEntries(request.fields.map(([name, value]) => [name.toLowerCase(), value])),
    ...(saysLength(request) ? { 'content-length': String(request.upload.length) } : {}),
  };
}
