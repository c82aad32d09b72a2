import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { issue } from '../helpers/certificates.ts';
import { answer, codes, probed, root, stopServers, tlsServer } from '../helpers/probed.ts';

afterEach(stopServers);

/** Waits before it answers, and tells how long the server saw the connection stand until its answer left. */
function slowAnswer(waitMs: number, saw: (ms: number) => void): (socket: Socket) => void {
  return (socket) => {
    const securedMs = performance.now();
    socket.once('data', () =>
      setTimeout(() => {
        saw(performance.now() - securedMs);
        socket.end(answer);
      }, waitMs),
    );
  };
}

// First in its file: a process that has read no certificate and no handshake yet takes longest for them.
it('counts as first byte what the server took, and nothing of the reading of its certificates', async () => {
  let issuer = root;
  const between: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) {
    issuer = await issue({ subject: `CN=${name}`, by: issuer, isCa: true });
    between.unshift(issuer.certPem);
  }
  const own = await issue({ subject: 'CN=localhost', by: issuer });
  const seenMs: number[] = [];
  const chain = { cert: [own.certPem, ...between].join('\n'), key: own.keyPem };
  const { phases, ...found } = await probed(
    await tlsServer(
      chain,
      slowAnswer(60, (ms) => seenMs.push(ms)),
    ),
  );
  expect(codes({ phases, ...found })).toEqual([]);
  expect(found.chain).toHaveLength(7);
  expect(seenMs).toHaveLength(1);
  expect(phases.firstByteMs).toBeLessThan(1.5 * (seenMs[0] ?? 0));
});
