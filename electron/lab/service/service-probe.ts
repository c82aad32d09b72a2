import http from 'node:http';
import https, { type RequestOptions } from 'node:https';
import tls from 'node:tls';
import { LabError } from '../../../shared/fault.ts';
import type { LoadRequestSpec } from '../../../shared/role-api.ts';
import type { TlsVersion } from '../../../shared/words.ts';

const PATIENCE_MS = 10_000;

export interface Question {
  readonly url: URL;
  readonly address: string;
  readonly port: number;
  readonly tls:
    | { readonly caPem: string; readonly serverName: string; readonly version: TlsVersion }
    | undefined;
  readonly request: LoadRequestSpec;
}

/** An IP address is checked as such, and never sent as a name (RFC 6066 §3). */
function tlsOptions({ tls: settings }: Question): RequestOptions {
  if (settings === undefined) return {};
  const { caPem, serverName, version } = settings;
  const isName = serverName !== '' && !/^[\d.]+$|:/.test(serverName);
  return {
    ca: caPem,
    minVersion: `TLSv${version}`,
    maxVersion: `TLSv${version}`,
    servername: isName ? serverName : '',
    checkServerIdentity: (_host, certificate) => tls.checkServerIdentity(serverName, certificate),
  };
}

function unusable({ url }: Question, why: string): LabError {
  return new LabError({ code: 'service-unusable', message: `Your service at ${url.origin} ${why}` });
}

function whyNot({ tls: settings }: Question, error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'ECONNREFUSED') return "can't be reached: nobody listens there.";
  const reason = `${error.message}${typeof code === 'string' && !error.message.includes(code) ? ` (${code})` : ''}`;
  return settings === undefined
    ? `could not be asked: ${reason}.`
    : `could not be asked over TLS ${settings.version}: ${reason}. If its certificate is your own authority's, name that one's file.`;
}

function bodyLength(response: http.IncomingMessage): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => (bytes += chunk.length));
    response.once('end', () => resolve(bytes));
    response.once('error', reject);
    response.once('aborted', () => reject(new Error('it broke off its answer')));
  });
}

/**
 * Asks a service once, as the load will.
 * @returns how long its answer's body is
 * @throws LabError `service-unusable` when it isn't there, isn't trusted, or doesn't answer with a 2xx status
 */
export async function firstAnswer(question: Question): Promise<number> {
  const { address, port, request } = question;
  const body = Buffer.from(request.bodyBase64, 'base64');
  const { ask } = question.tls === undefined ? { ask: http.request } : { ask: https.request };
  const sent = ask({
    host: address,
    port,
    method: request.method,
    path: request.path,
    setHost: false,
    headers: Object.fromEntries([['Host', request.authority], ...request.fields]),
    agent: false,
    timeout: PATIENCE_MS,
    ...tlsOptions(question),
  });
  try {
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.once('timeout', () => sent.destroy(new Error(`it was silent for ${PATIENCE_MS / 1_000} s`)));
    });
    sent.end(body);
    const response = await answered;
    const { statusCode = 0 } = response;
    const bytes = await bodyLength(response);
    if (statusCode >= 200 && statusCode < 300) return bytes;
    throw unusable(
      question,
      `answers ${request.method} ${request.path} with status ${statusCode}; only 2xx counts as served.`,
    );
  } catch (error) {
    if (error instanceof LabError) throw error;
    throw unusable(question, whyNot(question, error instanceof Error ? error : new Error(String(error))));
  } finally {
    sent.destroy();
  }
}
