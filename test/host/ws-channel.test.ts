import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { wsChannel } from '../../electron/loopback/ws-channel.ts';
import type { Channel } from '../../shared/channel.ts';

let server: WebSocketServer | undefined;

afterEach(() => {
  for (const socket of server?.clients ?? []) socket.terminate();
  server?.close();
});

const isAddress = (address: unknown): address is AddressInfo =>
  typeof address === 'object' && address !== null;

async function pair(heartbeatMs: number, autoPong = true) {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  if (!isAddress(address)) throw new Error('no address');
  const accepted = new Promise<{ channel: Channel; closed: Promise<unknown> }>((resolve) => {
    server?.once('connection', (socket) =>
      resolve({ channel: wsChannel(socket, heartbeatMs), closed: once(socket, 'close') }),
    );
  });
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`, { autoPong });
  await once(client, 'open');
  return { client, ...(await accepted) };
}

test('a page that answers no ping is dropped', async () => {
  const { closed } = await pair(20, false);
  await closed;
});

test('a page that answers them stays', async () => {
  // Long enough for a busy machine to let the answer through between two pings.
  const { client } = await pair(250);
  let pings = 0;
  client.on('ping', () => {
    pings += 1;
  });
  while (pings < 4) await once(client, 'ping');
  expect(client.readyState).toBe(WebSocket.OPEN);
});

test('is busy while the page reads nothing, and free again once it has read', async () => {
  const { client, channel } = await pair(60_000);
  expect(channel.busy()).toBe(false);
  client.pause();
  const text = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 64 && !channel.busy(); n++) {
    channel.post(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(channel.busy()).toBe(true);
  client.resume();
  while (channel.busy()) await new Promise((resolve) => setTimeout(resolve, 5));
});

test('posting to a page that has gone is no failure', async () => {
  const { client, channel, closed } = await pair(60_000);
  client.terminate();
  await closed;
  channel.post({ late: true });
  channel.close();
});
