import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createProber, limitMs } from '../../electron/host/probe.ts';
import { answer, plainServer, stopServers, tlsServer } from '../helpers/probed.ts';

afterEach(stopServers);

const plainAnswering = () => plainServer((socket) => socket.once('data', () => socket.end(answer)));

it('makes one probe at a time, and the next once that has ended', async () => {
  const silent: Socket[] = [];
  const port = await plainServer((socket) => silent.push(socket));
  const answering = await tlsServer();
  const { probe } = createProber();
  const first = probe({ url: `https://127.0.0.1:${port}/`, newPerSec: 100 });
  await expect.poll(() => silent.length).toBe(1);
  const next = { url: `https://localhost:${answering}/`, newPerSec: 100 };
  await expect(probe(next)).rejects.toMatchObject({ fault: { code: 'probe-under-way' } });
  for (const socket of silent) socket.destroy();
  expect((await first).problems).toHaveLength(1);
  expect((await probe(next)).tls?.version).toBe('TLSv1.3');
});

it('ends at once when it is stopped, says so, keeps what it knows, and is ready again', async () => {
  // Shakes hands, and is then silent for longer than this test may take.
  const asked: Socket[] = [];
  const port = await tlsServer({}, (socket) => asked.push(socket));
  const { probe, cancel } = createProber();
  const beganMs = performance.now();
  const stopped = probe({ url: `https://localhost:${port}/`, newPerSec: 100 });
  await expect.poll(() => asked.length).toBe(1);
  cancel();
  const { problems, tls, versions, connections } = await stopped;
  expect(problems.map(({ code }) => code)).toContain('probe-stopped');
  expect(performance.now() - beganMs).toBeLessThan(limitMs);
  expect([tls?.version, versions, connections]).toEqual(['TLSv1.3', undefined, 1]);
  const next = await probe({ url: `http://127.0.0.1:${await plainAnswering()}/`, newPerSec: 100 });
  expect(next.answer?.status).toBe(200);
});

it('does nothing when it is stopped while no probe runs', async () => {
  const { probe, cancel } = createProber();
  cancel();
  const port = await plainAnswering();
  expect((await probe({ url: `http://127.0.0.1:${port}/`, newPerSec: 100 })).problems).toEqual([]);
});

it('is ready again after it has refused a URL', async () => {
  const { probe } = createProber();
  const refused = probe({ url: 'shop.test', newPerSec: 100 });
  await expect(refused).rejects.toMatchObject({ fault: { code: 'bad-url' } });
  expect((await probe({ url: 'https://nonexistent.invalid/', newPerSec: 100 })).connections).toBe(0);
});
