import https from 'node:https';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverName } from '../../electron/lab/pki.ts';
import type { Protocol } from '../../shared/words.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  connectH2,
  type Fixture,
  type Listener,
  openFixture,
  openProxyRig,
  type ProxyRig,
  routes,
  writeTo,
} from './proxy-rig.ts';

const MB = 1024 * 1024;
const WHOLE_BYTES = 16 * MB;
/** What the kernel's socket buffers of two hops may hold on top of what the proxy does. */
const MAX_UNDERWAY_BYTES = 14 * MB;
const piece = Buffer.alloc(64 * 1024, 'p');

interface OpenRequest {
  readonly upload: Writable;
  readonly answer: Promise<Readable>;
  close(): void;
}

/** Begins a request whose two bodies are the test's to move. */
function begin(protocol: Protocol, to: Listener, path: string, method: string): OpenRequest {
  if (protocol === 'h2') {
    const session = connectH2(to);
    const stream = session.request({ ':path': path, ':method': method }, { endStream: method === 'GET' });
    stream.on('error', () => {});
    const answer = new Promise<Readable>((resolve) => stream.once('response', () => resolve(stream)));
    return { upload: stream, answer, close: () => session.destroy() };
  }
  const { port, caPem: ca } = to;
  const request = https.request({
    host: '127.0.0.1',
    port,
    servername: serverName,
    ca,
    path,
    method,
    agent: false,
  });
  request.on('error', () => {});
  const answer = new Promise<Readable>((resolve) => request.once('response', resolve));
  if (method === 'GET') request.end();
  return { upload: request, answer, close: () => request.destroy() };
}

/** Writes until `bytes` are written, as fast as the other side takes them. */
async function pour(
  write: (bytes: Buffer) => boolean,
  drained: () => Promise<unknown>,
  count: (bytes: number) => void,
) {
  for (let left = WHOLE_BYTES; left > 0; left -= piece.length) {
    count(piece.length);
    if (!write(piece)) await drained();
  }
}

/** Waits until a number stands still. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = read();
    if (now === before && now > 0) return now;
    before = now;
    await sleep(150);
  }
}

describe.each(routes)('from %s to an app over %s', { timeout: 12_000 }, (protocol, hop) => {
  let fixture: Fixture;
  let rig: ProxyRig;
  let to: Listener;
  let sent = 0;
  let received = 0;
  let mayRead = () => {};
  beforeAll(async () => {
    fixture = await openFixture(hop, (request, response) => {
      if (request.method === 'POST') {
        request.pause();
        mayRead = () => {
          request.on('data', (bytes: Buffer) => {
            received += bytes.length;
          });
          request.on('end', () => response.end('taken'));
          request.resume();
        };
        return;
      }
      const drained = () => new Promise((resolve) => void response.once('drain', resolve));
      const count = (bytes: number) => {
        sent += bytes;
      };
      void pour((bytes) => writeTo(response, bytes), drained, count).then(() => response.end());
    });
    rig = await openProxyRig();
    to = await rig.listen(fixture, { silenceMs: 800 });
  });
  afterAll(async () => {
    await rig.stop();
    fixture.close();
  });

  it('a fast app waits for a slow client, who then gets every byte', async () => {
    sent = 0;
    const before = (await rig.counters(to.linkId)).rssBytes;
    const request = begin(protocol, to, '/', 'GET');
    const body = await request.answer;
    body.pause();
    await settled(() => sent);
    // Longer than the app may be silent: it isn't the app that is slow. Kernels may enlarge their buffers meanwhile.
    await sleep(1_200);
    expect(sent).toBeLessThan(MAX_UNDERWAY_BYTES);
    expect((await rig.counters(to.linkId)).rssBytes - before).toBeLessThan(30 * MB);
    let got = 0;
    body.on('data', (bytes: Buffer) => {
      got += bytes.length;
    });
    body.resume();
    await eventually('the last byte', () => got === WHOLE_BYTES);
    request.close();
  });

  it('a fast client waits for a slow app, which then gets every byte', async () => {
    received = 0;
    let poured = 0;
    const request = begin(protocol, to, '/', 'POST');
    const { upload } = request;
    const drained = () => new Promise((resolve) => void upload.once('drain', resolve));
    const count = (bytes: number) => {
      poured += bytes;
    };
    const all = pour((bytes) => upload.write(bytes), drained, count).then(() => upload.end());
    expect(await settled(() => poured)).toBeLessThan(MAX_UNDERWAY_BYTES);
    mayRead();
    await all;
    const body = await request.answer;
    body.resume();
    expect(received).toBe(WHOLE_BYTES);
    request.close();
  });

  it('a head goes out at once, though its body is long in coming', async () => {
    const slow = await openFixture(hop, (_request, response) => {
      if ('chunkedEncoding' in response) response.flushHeaders();
      else response.writeHead(200);
    });
    const toSlow = await rig.listen(slow, { silenceMs: 5_000 });
    const from = performance.now();
    const request = begin(protocol, toSlow, '/', 'GET');
    await request.answer;
    expect(performance.now() - from).toBeLessThan(4_000);
    request.close();
    slow.close();
  });
});
