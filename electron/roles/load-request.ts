import type { LoadSpec } from '../../shared/role-api.ts';

/** Larger uploads go out in pieces of this size, each when the one before has left: TLS would copy the whole at once. */
export const PIECE_BYTES = 65_536;

/** The one request that a fleet repeats, and what its answer must be. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly authority: string;
  /** Body length that a correct answer has. */
  readonly answerBytes: number;
  /** Body of the request; empty on GET. */
  readonly upload: Buffer;
}

/** The server answers as many bytes as the path says, so a download is `GET /<bytes>` and an upload is `POST /0`. */
export function requestOf(spec: LoadSpec): LoadRequest {
  const { method, bodyBytes } = spec.workload;
  const isUpload = method === 'POST';
  return {
    method,
    path: isUpload ? '/0' : `/${bodyBytes}`,
    authority: `${spec.tls?.serverName ?? '127.0.0.1'}:${spec.port}`,
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
  const length = request.method === 'POST' ? [`Content-Length: ${request.upload.length}`] : [];
  const lines = [
    `${request.method} ${request.path} HTTP/1.1`,
    `Host: ${request.authority}`,
    ...length,
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
    ...(request.method === 'POST' ? { 'content-length': String(request.upload.length) } : {}),
  };
}
