import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { Dialer, type Line, whenOpen } from '../../electron/roles/proxy-dial.ts';
import { H1Upstream } from '../../electron/roles/proxy-h1-upstream.ts';
import { eventually } from '../helpers/eventually.ts';
import { FixtureServers } from './load-fixture-servers.ts';

const servers = new FixtureServers();
afterAll(() => servers.close());

/** Opens connections and gives them to an upstream that lets idle ones stay for this long. */
async function adoptAll(count: number, idleLimitMs: number): Promise<ReadonlySet<Socket>> {
  const open = new Set<Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.resume();
  });
  const port = await servers.listen(server);
  const dialer = new Dialer({ from: 'proxy', to: 'app', port, silenceMs: 80 });
  const upstream = new H1Upstream(dialer, 80, idleLimitMs);
  for (let adopted = 0; adopted < count; adopted += 1) {
    const line: Line = dialer.dial([]);
    expect(await whenOpen(line, 5_000)).toBeUndefined();
    upstream.adopt(line);
  }
  await eventually('all connections at the app', () => open.size === count);
  return open;
}

it('connections to the app that have nothing to do close after the idle limit', async () => {
  const beganMs = performance.now();
  const open = await adoptAll(5, 500);
  await eventually('them to be closed', () => open.size === 0);
  expect(performance.now() - beganMs).toBeGreaterThan(450);
});

it('connections to the app outlive the limit of its silence while they have nothing to do', async () => {
  const open = await adoptAll(5, 60_000);
  await sleep(400);
  expect(open.size).toBe(5);
});
