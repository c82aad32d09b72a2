import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Phases } from '../../shared/probe/probe.ts';
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

const beforeRequestMs = ({ dnsMs = 0, tcpMs = 0, tlsMs = 0 }: Phases) => dnsMs + tcpMs + tlsMs;

// First in its file: a process that has never probed takes longest for everything.
it('takes no longer for the first probe of a process than for the next ones', async () => {
  const port = await tlsServer();
  const all: Phases[] = [];
  for (let turn = 0; turn < 4; turn += 1) all.push((await probed(port)).phases);
  const [first, ...next] = all.map(beforeRequestMs);
  expect(first).toBeLessThan(2.5 * Math.max(...next));
  expect(all[0]?.dnsMs).toBeLessThan(5 * Math.max(...all.slice(1).map(({ dnsMs = 0 }) => dnsMs)));
});

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
  const sent = found.anatomy?.messages.filter(({ from }) => from === 'client');
  const message = (wanted: string) => sent?.find(({ name }) => name === wanted);
  const handshakeUs = (message('Finished')?.endedUs ?? 0) - (message('ClientHello')?.beganUs ?? 0);
  const untilAskedUs = (message('ApplicationData')?.beganUs ?? 0) - (message('Finished')?.endedUs ?? 0);
  expect(untilAskedUs).toBeGreaterThan(0);
  expect(untilAskedUs).toBeLessThan(1.5 * handshakeUs);
  expect(phases.firstByteMs).toBeLessThan(1.5 * (seenMs[0] ?? 0));
});
