import https from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pki, serverName } from '../../electron/lab/pki.ts';
import type { Protocol } from '../../shared/words.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  ask,
  connectH2,
  type Fixture,
  type Hop,
  type Listener,
  openFixture,
  openProxyRig,
  openRawFixture,
  type ProxyRig,
  routes,
  writeTo,
} from './proxy-rig.ts';

let rig: ProxyRig;
beforeAll(async () => {
  rig = await openProxyRig();
});
afterAll(() => rig.stop());

/** Asks and goes away without an answer. @returns how to go away */
function begin(protocol: Protocol, to: Listener, path: string, method = 'GET'): () => void {
  if (protocol === 'h1') {
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
    if (method === 'POST') request.write('some');
    else request.end();
    return () => request.destroy();
  }
  const session = connectH2(to);
  const stream = session.request({ ':path': path, ':method': method }, { endStream: method !== 'POST' });
  stream.on('error', () => {});
  if (method === 'POST') stream.write('some');
  return () => {
    // Node's `close` would end an upload properly first.
    stream.destroy(new Error('gone'));
    setTimeout(() => session.destroy(), 200);
  };
}

describe.each(routes)('from %s to an app over %s', (protocol, hop) => {
  let fixture: Fixture;
  let to: Listener;
  let asked: string[] = [];
  let gone: string[] = [];
  const completed: string[] = [];
  beforeAll(async () => {
    fixture = await openFixture(hop, (request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      if (path === '/kill') request.socket.destroy();
      else if (path === '/die-in-body') {
        writeTo(response, Buffer.from('half'));
        setTimeout(() => request.socket.destroy(), 30);
      } else if (path.startsWith('/hang')) {
        request.resume();
        request.on('end', () => request.method === 'POST' && !request.aborted && completed.push(path));
        request.on('aborted', () => gone.push(path));
        response.on('close', () => gone.push(path));
      } else if (path === '/stall') {
        response.setHeader('content-length', '10');
        writeTo(response, Buffer.from('half'));
      } else response.end('ok');
    });
    to = await rig.listen(fixture, { silenceMs: 400 });
  });
  afterAll(() => fixture.close());

  it('an app that dies before it answers is a 502, and a request that may not be repeated is not', async () => {
    await ask(protocol, to);
    asked = [];
    expect((await ask(protocol, to, { method: 'POST', path: '/kill' })).status).toBe(502);
    expect(asked).toEqual(['/kill']);
    expect((await ask(protocol, to)).status).toBe(200);
  });

  it('an app that dies in the middle of a body cuts the client off', async () => {
    await expect(ask(protocol, to, { path: '/die-in-body' })).rejects.toThrow();
    expect((await ask(protocol, to)).status).toBe(200);
  });

  it('an app that stays silent is a 504, no sooner than it may', async () => {
    const from = performance.now();
    expect((await ask(protocol, to, { path: '/hang' })).status).toBe(504);
    expect(performance.now() - from).toBeGreaterThan(395);
    await eventually('the app to see the end', () => gone.includes('/hang'));
  });

  it('an app that falls silent in the middle of a body cuts the client off', async () => {
    await expect(ask(protocol, to, { path: '/stall' })).rejects.toThrow();
  });

  it.each(['GET', 'POST'])(
    'a client that goes away from a %s takes its request back from the app',
    async (method) => {
      gone = [];
      const path = `/hang/${method}`;
      const leave = begin(protocol, to, path, method);
      await eventually('the app to be asked', () => asked.includes(path));
      const from = performance.now();
      leave();
      await eventually('the app to see it', () => gone.includes(path));
      expect(performance.now() - from).toBeLessThan(390);
      // Half an upload must not look like all of it.
      expect(completed).toEqual([]);
    },
  );

  it('counts what went wrong by kind', async () => {
    const { errors } = await rig.counters(to.linkId);
    expect(errors).toEqual({ reset: 2, timeout: 2 });
  });
});

const unreachable: [Hop, string][] = [
  ['plaintext', 'connect'],
  ['tls h2', 'connect'],
];
it.each(unreachable)(
  'an app over %s that refuses connections is a 502, and comes back by itself',
  async (hop, kind) => {
    const fixture = await openFixture(hop, (_request, response) => void response.end());
    fixture.close();
    const to = await rig.listen(fixture);
    expect((await ask('h1', to)).status).toBe(502);
    expect((await ask('h2', to)).status).toBe(502);
    expect((await rig.counters(to.linkId)).errors).toEqual({ [kind]: 2 });
  },
);

it('an app that the authority did not sign, or that has another name, gets no request', async () => {
  let asked = 0;
  const fixture = await openFixture('tls h1', (_request, response) => {
    asked++;
    response.end('ok');
  });
  const stranger = await new Pki().identity('ecdsa-p256');
  const changes = [{ upstreamCaPem: stranger.caPem }, { upstreamServerName: 'other.test' }];
  for (const change of changes) {
    const to = await rig.listen(fixture, change);
    expect((await ask('h1', to)).status).toBe(502);
    expect((await rig.counters(to.linkId)).errors).toEqual({ tls: 1 });
  }
  expect(asked).toBe(0);
  fixture.close();
});

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const answers: [string, string, number | 'cut'][] = [
  ['in pieces', ok, 200],
  ['until it closes', 'HTTP/1.1 200 OK\r\n\r\nok', 200],
  ['after an interim one', `HTTP/1.1 100 Continue\r\n\r\n${ok}`, 200],
  [
    'with a length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    502,
  ],
  ['that is garbage', 'hello\r\n\r\n', 502],
  ['that is binary', '\x16\x03\x01\x00', 502],
  ['with no head', '', 502],
  ['with half a head', 'HTTP/1.1 200 OK\r\nContent-Le', 502],
  ['with half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'cut'],
  ['with half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab', 'cut'],
  ['with a control in a field', 'HTTP/1.1 200 OK\r\nX: a\x01b\r\nContent-Length: 2\r\n\r\nok', 502],
  ['with a status that HTTP/2 does not know', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 502],
];
describe.each(['h1', 'h2'] as const)('a raw app, asked over %s', (protocol) => {
  it.each(answers)('that answers %s: %s', async (_name, bytes, expected) => {
    const fixture = await openRawFixture((socket) => {
      socket.once('data', () => void answerInPieces(socket, bytes));
    });
    const to = await rig.listen(fixture);
    const answer = await ask(protocol, to).then(
      ({ status, body }) => [status, body.toString()],
      () => ['cut', ''],
    );
    expect(answer).toEqual([expected, expected === 200 ? 'ok' : '']);
    fixture.close();
  });

  it('that repeats a field of which there may be one is no reason to fall', async () => {
    const twice = 'HTTP/1.1 200 OK\r\nContent-Type: a\r\nContent-Type: b\r\nContent-Length: 2\r\n\r\nok';
    const fixture = await openRawFixture((socket) => void socket.on('data', () => socket.write(twice)));
    const to = await rig.listen(fixture);
    expect((await ask(protocol, to)).status).toBe(protocol === 'h1' ? 200 : 502);
    expect((await rig.counters(to.linkId)).requests).toBe(1);
    fixture.close();
  });
});

async function answerInPieces(socket: Socket, bytes: string): Promise<void> {
  for (let at = 0; at < bytes.length; at += 7) {
    socket.write(bytes.slice(at, at + 7), 'latin1');
    await sleep(1);
  }
  socket.end();
}

describe('a connection that the app closes just as it is used again', () => {
  /** Answers the first request of each connection, and closes at the second. */
  const open = () => {
    let connections = 0;
    return openRawFixture((socket) => {
      connections++;
      let requests = 0;
      socket.on('data', () => {
        requests++;
        if (requests === 1) socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${connections}`);
        else socket.destroy();
      });
    });
  };

  it("is not the client's trouble when the method is safe", async () => {
    const fixture = await open();
    const to = await rig.listen(fixture);
    expect((await ask('h1', to)).body.toString()).toBe('1');
    expect((await ask('h1', to)).body.toString()).toBe('2');
    expect((await ask('h2', to, { method: 'DELETE' })).status).toBe(502);
    fixture.close();
  });

  it('is tried again once, not for ever', async () => {
    let asked = 0;
    const fixture = await openRawFixture((socket) => {
      socket.on('data', () => {
        asked++;
        if (asked === 1) socket.write(ok);
        else socket.destroy();
      });
    });
    const to = await rig.listen(fixture);
    expect((await ask('h1', to)).status).toBe(200);
    expect((await ask('h1', to)).status).toBe(502);
    expect(asked).toBe(3);
    fixture.close();
  });
});
