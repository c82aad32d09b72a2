import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createProber } from '../../electron/host/probe.ts';
import { plainServer, stopServers, tlsServer } from '../helpers/probed.ts';

afterEach(stopServers);

it('makes one probe at a time, and the next once that has ended', async () => {
  const silent: Socket[] = [];
  const port = await plainServer((socket) => silent.push(socket));
  const answering = await tlsServer();
  const probe = createProber();
  const first = probe({ url: `https://127.0.0.1:${port}/`, newPerSec: 100 });
  await expect.poll(() => silent.length).toBe(1);
  const next = { url: `https://localhost:${answering}/`, newPerSec: 100 };
  await expect(probe(next)).rejects.toMatchObject({ fault: { code: 'probe-under-way' } });
  for (const socket of silent) socket.destroy();
  expect((await first).problems).toHaveLength(1);
  expect((await probe(next)).tls?.version).toBe('TLSv1.3');
});

it('is ready again after it has refused a URL', async () => {
  const probe = createProber();
  const refused = probe({ url: 'shop.test', newPerSec: 100 });
  await expect(refused).rejects.toMatchObject({ fault: { code: 'bad-url' } });
  expect((await probe({ url: 'https://nonexistent.invalid/', newPerSec: 100 })).connections).toBe(0);
});
