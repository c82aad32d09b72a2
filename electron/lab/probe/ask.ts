import http, { type IncomingMessage } from 'node:http';
import http2 from 'node:http2';
import type { Duplex, Readable } from 'node:stream';
import type { Answer } from '../../../shared/probe/probe.ts';
import { withoutQuery } from '../../../shared/probe/probe-url.ts';
import { limitText, type Patience, within } from './within.ts';

/** A page's beginning is enough to time; a probe is no download. */
const MOST_BODY_BYTES = 64 * 1024;

const fields = { 'user-agent': 'tls-cost-lab probe', accept: '*/*' };

/** One request to ask, over a connection that stands. */
export interface Request {
  readonly url: URL;
  readonly path: string;
  readonly protocol: Answer['protocol'];
  readonly patience: Patience;
}

interface Head {
  readonly status: number;
  readonly body: Readable;
}

function askH1(connection: Duplex, { url, path }: Request): Promise<Head> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      createConnection: () => connection,
      path,
      setHost: false,
      headers: { host: url.host, ...fields, connection: 'close' },
    });
    request.on('error', reject);
    request.once('response', (response: IncomingMessage) =>
      resolve({ status: response.statusCode ?? 0, body: response }),
    );
    request.end();
  });
}

function askH2(connection: Duplex, { url, path }: Request): Promise<Head> {
  return new Promise((resolve, reject) => {
    const session = http2.connect(url.origin, { createConnection: () => connection });
    session.on('error', reject);
    session.once('close', () => reject(new Error('it closed the connection')));
    const stream = session.request({ ':path': path, ...fields });
    stream.on('error', reject);
    stream.once('response', ({ ':status': status = 0 }) => resolve({ status, body: stream }));
  });
}

/** Reads to the end, or until it is enough. */
async function readSome(body: Readable): Promise<{ bodyBytes: number; cut: boolean }> {
  let bodyBytes = 0;
  for await (const chunk of body) {
    bodyBytes += Buffer.isBuffer(chunk) ? chunk.length : 0;
    if (bodyBytes >= MOST_BODY_BYTES) return { bodyBytes, cut: true };
  }
  return { bodyBytes, cut: false };
}

/**
 * Asks for a path once and reads a part of the answer. No redirect is followed.
 * @param headCame told when the answer's head is there
 * @throws LabError `answer-timed-out`; whatever the connection throws
 */
export async function ask(connection: Duplex, request: Request, headCame: () => void): Promise<Answer> {
  const { url, path, protocol, patience } = request;
  const late = (what: string) => ({
    code: 'answer-timed-out' as const,
    message: `${url.host} ${what} within ${limitText(patience)}: it may be overloaded, or not serve HTTP here.`,
  });
  const asking = protocol === 'h2' ? askH2(connection, request) : askH1(connection, request);
  const { status, body } = await within(patience, late('did not answer a GET'), asking);
  headCame();
  const read = await within(patience, late('did not finish its answer'), readSome(body));
  return { protocol, method: 'GET', path: withoutQuery(path), status, ...read };
}
