import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Connector } from '../../electron/lab/probe/connector.ts';
import { onePerFamily } from '../../electron/lab/probe/dialler.ts';
import { partsOf } from '../../electron/lab/probe/parts.ts';
import { contextsOf } from '../../electron/lab/probe/probe-order.ts';
import { TlsVisit } from '../../electron/lab/probe/tls-visit.ts';
import type { Phases } from '../../shared/probe/probe.ts';
import { issue } from '../helpers/certificates.ts';
import { answer, caFile, codes, probed, root, stopServers, tlsServer } from '../helpers/probed.ts';

afterEach(stopServers);

/** Listens in a process that is then halted: once its queue is full, nobody is answered, as behind a firewall. */
async function blackHole(port: number): Promise<() => void> {
  const listens = `require('net').createServer().listen({ port: ${port}, host: '127.0.0.2', backlog: 1 }, () => console.log())`;
  const child = spawn(process.execPath, ['-e', listens], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const queued = Array.from({ length: 4 }, () => net.connect(port, '127.0.0.2').on('error', () => {}));
  await once(queued[0] ?? child, 'connect');
  return () => {
    for (const socket of queued) socket.destroy();
    child.kill('SIGKILL');
  };
}

const noSecondLoopback = process.platform === 'linux' ? '' : ' (skipped: 127.0.0.2 is Linux’s)';

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

it.skipIf(noSecondLoopback !== '')(
  `counts no time of an address that did not answer, and says which that was${noSecondLoopback}`,
  async () => {
    const port = await tlsServer();
    const close = await blackHole(port);
    const order = { url: new URL(`https://localhost:${port}/`), caFile, newPerSec: 1, limitMs: 300 };
    const parts = partsOf(order);
    const { clock, found, dialler } = parts;
    const addresses = ['127.0.0.2', '127.0.0.1'];
    const connector = new Connector(order, { ...parts, contexts: await contextsOf(order), addresses });
    await new TlsVisit(order, connector, parts).make().finally(close);
    const [one] = found.passedOver ?? [];
    expect(one).toMatchObject({ address: '127.0.0.2', fault: { code: 'connect-timed-out' } });
    expect(one?.durationMs).toBeGreaterThanOrEqual(290);
    expect(clock.phases().totalMs).toBeLessThan((one?.durationMs ?? 0) / 2);
    expect([found.address, found.problems]).toEqual(['127.0.0.1', []]);
    expect(dialler.opened).toBeLessThanOrEqual(6);
  },
);

it('tries one address of each family, in the order of the resolver', () => {
  const of = (family: number) => (address: string) => ({ address, family });
  const found = [...['2001:db8::1', '2001:db8::2'].map(of(6)), ...['192.0.2.1', '192.0.2.2'].map(of(4))];
  expect(onePerFamily(found)).toEqual(['2001:db8::1', '192.0.2.1']);
  expect(onePerFamily(found.toReversed())).toEqual(['192.0.2.2', '2001:db8::2']);
});
