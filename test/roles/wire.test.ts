import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forkWire, type WireUnderTest } from './wire-rig.ts';

const DELAY_MS = 30;
/** Timers round, and the wire sets off what it costs itself against the delay. */
const ROUNDING_MS = 1;

let wire: WireUnderTest;
const closing: (() => void)[] = [];
beforeAll(async () => {
  wire = await forkWire();
});
afterAll(() => wire.stop());
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function portOf(server: net.Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}

interface Line {
  readonly linkId: string;
  readonly client: Socket;
  readonly server: Socket;
}

/** One connection through a wire, both ends in this process; the bytes that set it up have passed. */
async function openLine(linkId: string, delayMs: number): Promise<Line> {
  const target = net.createServer({ allowHalfOpen: true, noDelay: true }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  const port = await wire.listen({ linkId, targetPort: portOf(target), delayMs });
  const accepted = once(target, 'connection');
  const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  const [server] = await accepted;
  if (!(server instanceof net.Socket)) throw new Error('A TCP server accepts sockets.');
  closing.push(() => {
    client.destroy();
    server.destroy();
    target.close();
  });
  for (const end of [client, server]) end.on('error', () => {});
  client.write('?');
  await once(server, 'data');
  server.write('!');
  await once(client, 'data');
  return { linkId, client, server };
}

async function msUntil(happened: Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await happened;
  return performance.now() - startMs;
}

function receive(from: Socket): Promise<{ bytes: number; digest: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  from.on('data', (part: Buffer) => {
    bytes += part.length;
    hash.update(part);
  });
  return once(from, 'end').then(() => ({ bytes, digest: hash.digest('hex') }));
}

/** Sends pieces of uneven sizes and ends. */
async function send(to: Socket, content: Buffer): Promise<void> {
  let size = 1;
  for (let at = 0; at < content.length; at += size) {
    size = ((size * 7919) % 100_003) + 1;
    if (!to.write(content.subarray(at, at + size))) await once(to, 'drain');
  }
  to.end();
}

describe('a wire carries', () => {
  it.each([0, 0.5, 10])(
    '50 MB both ways at once, in order and complete, with %f ms each way',
    async (delayMs) => {
      const { linkId, client, server } = await openLine(`both ways ${delayMs}`, delayMs);
      const [up, down] = [randomBytes(50_000_000), randomBytes(50_000_000)];
      const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
      const arrived = Promise.all([receive(server), receive(client)]);
      await Promise.all([send(client, up), send(server, down)]);
      expect(await arrived).toEqual([
        { bytes: 50_000_000, digest: digestOf(up) },
        { bytes: 50_000_000, digest: digestOf(down) },
      ]);
      const counters = await wire.counters(linkId);
      expect(counters).toMatchObject({
        bytesIn: 50_000_001,
        bytesOut: 50_000_001,
        connectionsOpened: 1,
        requests: 0,
        errors: {},
      });
      expect(counters.userUs).toBeGreaterThan(0);
    },
  );

  it('the end of one direction, after the bytes before it, while the other goes on', async () => {
    const { client, server } = await openLine('half-close', DELAY_MS);
    const heard = receive(server);
    client.write('last words');
    const waited = msUntil(heard);
    client.end();
    expect(await waited).toBeGreaterThan(DELAY_MS - ROUNDING_MS);
    expect((await heard).bytes).toBe('last words'.length);
    server.end('an answer nevertheless');
    expect((await receive(client)).bytes).toBe('an answer nevertheless'.length);
  });

  it.each(['client', 'server'] as const)('a reset by the %s, after the bytes before it', async (side) => {
    const line = await openLine(`reset by ${side}`, DELAY_MS);
    const [from, to] = side === 'client' ? [line.client, line.server] : [line.server, line.client];
    let heard = '';
    to.on('data', (part: Buffer) => {
      heard += part.toString();
    });
    const failed = new Promise<NodeJS.ErrnoException>((resolve) => void to.once('error', resolve));
    from.write('last words');
    await sleep(5);
    const waited = msUntil(failed);
    from.resetAndDestroy();
    expect(await waited).toBeGreaterThan(DELAY_MS - ROUNDING_MS);
    expect((await failed).code).toBe('ECONNRESET');
    expect(heard).toBe('last words');
  });

  it('no more than a bound while the reader stands still, and all of it once it reads', async () => {
    const { linkId, client, server } = await openLine('stalled', 0.5);
    server.pause();
    const { rssBytes } = await wire.counters(linkId);
    const content = Buffer.alloc(200_000_000, 'stall');
    const sent = send(client, content);
    await sleep(1500);
    const stalled = await wire.counters(linkId);
    expect(stalled.bytesIn).toBeLessThan(100_000_000);
    expect(stalled.rssBytes - rssBytes).toBeLessThan(100_000_000);
    const heard = receive(server);
    server.resume();
    await sent;
    expect((await heard).bytes).toBe(content.length);
  });
});

describe('the round trip that TCP needs before the first byte', () => {
  /** From the first bytes, sent so long after the connect, to their echo; the least of a few, which no noise lengthened. */
  async function firstExchangeMs(waitMs: number): Promise<number> {
    const echo = net.createServer({ noDelay: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    closing.push(() => echo.close());
    const port = await wire.listen({
      linkId: `first after ${waitMs}`,
      targetPort: portOf(echo),
      delayMs: DELAY_MS,
    });
    const exchanges = Array.from({ length: 5 }, async () => {
      const client = net.connect({ port, host: '127.0.0.1', noDelay: true });
      closing.push(() => client.destroy());
      await once(client, 'connect');
      if (waitMs > 0) await sleep(waitMs);
      client.write('?');
      return msUntil(once(client, 'data'));
    });
    return Math.min(...(await Promise.all(exchanges)));
  }

  it('delays bytes that were waiting for the connection', async () => {
    expect(await firstExchangeMs(0)).toBeGreaterThan(4 * DELAY_MS - ROUNDING_MS);
  });

  it('has long passed for bytes that come later', async () => {
    const exchangeMs = await firstExchangeMs(3 * DELAY_MS);
    expect(exchangeMs).toBeGreaterThan(2 * DELAY_MS - ROUNDING_MS);
    expect(exchangeMs).toBeLessThan(3 * DELAY_MS);
  });
});

describe('a target that refuses', () => {
  it('resets the client one round trip after it dialled, and counts', async () => {
    const vacant = net.createServer().listen(0, '127.0.0.1');
    await once(vacant, 'listening');
    const targetPort = portOf(vacant);
    vacant.close();
    await once(vacant, 'close');
    const port = await wire.listen({ linkId: 'refused', targetPort, delayMs: DELAY_MS });
    const client = net.connect(port, '127.0.0.1');
    const failed = new Promise<NodeJS.ErrnoException>((resolve) => void client.once('error', resolve));
    expect(await msUntil(failed)).toBeGreaterThan(2 * DELAY_MS - ROUNDING_MS);
    expect((await failed).code).toBe('ECONNRESET');
    expect((await wire.counters('refused')).errors).toEqual({ connect: 1 });
  });
});
