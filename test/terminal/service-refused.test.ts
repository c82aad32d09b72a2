import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../electron/lab/free-port.ts';
import { runSchema } from '../../shared/result.ts';
import { type OwnService, ownAddress, startOwnService } from '../helpers/own-service.ts';
import { runCli } from '../helpers/terminal.ts';

const run = (...flags: string[]) =>
  runCli('run', ...flags, '--duration', '0.5', '--cap', '0.5', '--warmup', '0', '--json');

const noAddress = ownAddress() === undefined ? ' (skipped: there is no address but loopback)' : '';
const both = ['--service-pid', '1', '--service-unit', 'x'];

let own: OwnService | undefined;
afterEach(() => own?.stop());

describe('a service of one’s own', () => {
  it.each<[string, (service: OwnService, free: number) => string[], number, string]>([
    ['nobody listens', (_, free) => ['--service', `http://127.0.0.1:${free}`], 3, 'nobody listens there'],
    [
      'there is no such process',
      ({ url }) => ['--service', url, '--service-pid', '4194300'],
      2,
      'There is no process 4194300',
    ],
    ['a URL is missing', ({ url }) => ['--service', url, '--topology', 'T0,T1'], 2, 'T1: the hop to the app'],
    [
      'the file of the body is missing',
      ({ url }) => ['--service', url, '--body-file', '/none'],
      2,
      "/none can't be used",
    ],
    [
      'two processes are named',
      ({ url }) => ['--service', url, ...both],
      2,
      '--service-pid and --service-unit',
    ],
    ['the URL is none', () => ['--service', 'localhost:80'], 2, '--service'],
    ['a header has no colon', ({ url }) => ['--service', url, '--header', 'nonsense'], 2, '--header'],
    ['there is no service to confirm', () => ['--confirm-host', '127.0.0.1'], 2, '--confirm-host'],
    [
      'another host is confirmed',
      ({ url }) => ['--service', url, '--confirm-host', 'other.test'],
      2,
      '--confirm-host',
    ],
  ])('is refused when %s', async (_what, flags, code, words) => {
    own = await startOwnService();
    const ended = await run(...flags(own, await freePort()));
    expect(ended.code, ended.stderr).toBe(code);
    expect(ended.stderr).toContain(words);
    expect((await own.asked()).asked).toBe(0);
  });

  it('that answers with an error is not measured', async () => {
    own = await startOwnService(['status=404']);
    const ended = await run('--service', own.url);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain('status 404; only 2xx counts');
    expect((await own.asked()).asked).toBe(1);
  });

  it('isn’t measured by another process’s CPU', async () => {
    own = await startOwnService();
    const other = await startOwnService();
    try {
      const ended = await run('--service', own.url, '--service-pid', String(other.pid));
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain(`don't listen on port ${own.port}`);
      expect((await own.asked()).asked).toBe(0);
    } finally {
      await other.stop();
    }
  });
});

describe.skipIf(noAddress !== '')(`a service on another host${noAddress}`, () => {
  it('gets nothing without a confirmation of that very host', async () => {
    own = await startOwnService([], ownAddress());
    const ended = await run('--service', own.url);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`--confirm-host ${ownAddress()}`);
    expect((await own.asked()).asked).toBe(0);
  });

  it('gets no more than its caps, in requests and in time, through a proxy too', async () => {
    own = await startOwnService([], ownAddress());
    const flags = ['--topology', 'T2', '--service', own.url, '--confirm-host', ownAddress() ?? ''];
    for (const more of [
      ['--rate', '21'],
      ['--connections', '21'],
    ]) {
      const refused = await run(...flags, '--rate-cap', '20', ...more);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('at most 20 requests/s');
    }
    expect((await own.asked()).asked).toBe(0);
    const times = ['--time-cap', '3', '--duration', '20', '--warmup', '0.5', '--json'];
    const started = performance.now();
    const ended = await runCli('run', ...flags, '--rate-cap', '20', ...times);
    const lastedS = (performance.now() - started) / 1_000;
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain('ended after 3 s');
    expect(lastedS).toBeLessThan(10);
    const document = runSchema.parse(JSON.parse(ended.stdout));
    expect(document.fault?.code).toBe('time-cap-reached');
    expect(document.points[0]?.workload.load).toEqual({ kind: 'open', ratePerSec: 20 });
    expect(document.points[0]?.requests).toBeGreaterThan(20);
    // One to look, and the cap's worth of three seconds.
    expect((await own.asked()).asked).toBeLessThanOrEqual(1 + 20 * 3);
  });
});
