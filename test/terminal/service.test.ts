import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../electron/lab/free-port.ts';
import { type Point, runSchema } from '../../shared/result.ts';
import { eventually } from '../helpers/eventually.ts';
import { certificateFiles, commandOf, type OwnService, startOwnService } from '../helpers/own-service.ts';
import { childrenOf, isRunning } from '../helpers/processes.ts';
import { missing } from '../helpers/programs.ts';
import { runCli, startCli } from '../helpers/terminal.ts';

const quick = ['--duration', '0.5', '--cap', '0.5', '--warmup', '0', '--json'];
const run = (...flags: string[]) => runCli('run', ...flags, ...quick);

let own: OwnService | undefined;
afterEach(() => own?.stop());

function pointsOf({
  code,
  stdout,
  stderr,
}: {
  code: number | null;
  stdout: string;
  stderr: string;
}): Point[] {
  expect(code, stderr).toBe(0);
  return runSchema.parse(JSON.parse(stdout)).points;
}

const codesOf = (point: Point | undefined) => point?.warnings.map(({ code }) => code);

const noNginx = missing('nginx', '-v');
const note = (reason: string | undefined) => (reason === undefined ? '' : ` (skipped: ${reason})`);

describe('tls-cost-lab run with a service of one’s own', () => {
  it('sends it what was asked, behind a proxy too, and measures what it has a URL for', async () => {
    own = await startOwnService(['length=321']);
    const bodyFile = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-own-')), 'body.json');
    writeFileSync(bodyFile, '{"question":42}');
    const points = pointsOf(
      await run(
        ...['--service', `${own.url}/not-this`, '--service-pid', String(own.pid)],
        ...['--method', 'put', '--path', '/asked-for?x=1', '--body-file', bodyFile],
        ...['--header', 'X-Own: yes: indeed', '--header', 'Host: shop.test'],
      ),
    );
    expect(points.map(({ topology }) => topology)).toEqual(['T0', 'T2']);
    for (const point of points) {
      expect(point.errors.total).toBe(0);
      expect(point.requests).toBeGreaterThan(20);
      expect(point.tiers.app?.requests).toBe(point.requests);
      expect(point.engines.app.name).toBe('service');
      expect(point.service).toMatchObject({ origin: own.url, requestBytes: 15, answerBytes: 321 });
      expect(point.workload.bodyBytes).toBe(321);
    }
    const { asked, last } = await own.asked();
    expect(asked).toBeGreaterThanOrEqual(points.reduce((sum, point) => sum + point.requests, 1));
    expect(last).toMatchObject({
      method: 'PUT',
      url: '/asked-for?x=1',
      body: '{"question":42}',
      headers: { 'x-own': 'yes: indeed', host: 'shop.test', 'content-length': '15' },
    });
  });

  it('verifies its certificate, by name and by address, and counts its handshakes', async () => {
    const { option, caFile } = await certificateFiles();
    own = await startOwnService([option]);
    for (const host of ['localhost', '127.0.0.1']) {
      const flags = ['--service-tls', `https://${host}:${own.port}/`, '--service-pid', String(own.pid)];
      const stranger = await run(...flags);
      expect(stranger.code, host).toBe(3);
      expect(stranger.stderr).toContain('could not be asked over TLS 1.3');
      const points = pointsOf(await run(...flags, '--service-ca', caFile));
      expect(points.map(({ topology }) => topology)).toEqual(['T1', 'T3']);
      for (const point of points) {
        expect(point.failedGates).toEqual([]);
        expect(point.hops.at(-1)).toMatchObject({ to: 'app', tlsVersion: 'TLSv1.3' });
        expect(point.hops.at(-1)?.handshakes?.full).toBeGreaterThan(0);
      }
    }
  });

  it.skipIf(noNginx !== undefined)(
    `is served through a real engine, which checks its name${note(noNginx)}`,
    async () => {
      const { option, caFile } = await certificateFiles();
      own = await startOwnService([option]);
      const flags = ['--topology', 'T3', '--proxy', 'nginx', '--service-ca', caFile];
      const named = await run(...flags, '--service-tls', `https://localhost:${own.port}/`);
      const [point] = pointsOf(named);
      expect(point?.errors.total).toBe(0);
      expect(point?.failedGates).toEqual([]);
      expect(codesOf(point)).toEqual(expect.arrayContaining(['cpu-not-visible', 'hop-not-visible']));
      const byAddress = await run(...flags, '--service-tls', `https://127.0.0.1:${own.port}/`);
      expect(byAddress.code).toBe(2);
      expect(byAddress.stderr).toContain('Give the TLS URL with a name');
    },
  );

  it('whose process isn’t known shows latency and no CPU, never a zero', async () => {
    own = await startOwnService();
    const [point] = pointsOf(await run('--topology', 'T0', '--service', own.url));
    expect(codesOf(point)).toContain('cpu-not-visible');
    expect(point?.latencyMs?.p50).toBeGreaterThan(0);
    expect(Object.keys(point?.tiers ?? {})).toEqual(['client']);
    const csv = await runCli('run', '--topology', 'T0', '--service', own.url, ...quick.slice(0, -1), '--csv');
    const [columns = [], cells = []] = csv.stdout.split('\r\n').map((line) => line.split(','));
    expect(cells[columns.indexOf('app_cpuUsPerRequest_mean')]).toBe('');
    expect(cells[columns.indexOf('app_rssBytes')]).toBe('');
  });

  it('that is started by a command ends with the lab, also when that is killed', async () => {
    const port = await freePort();
    const flags = ['--topology', 'T0', '--service', `http://127.0.0.1:${port}/`];
    const started = ['--service-command', `cd / && ${commandOf(port)}`];
    const [point] = pointsOf(await run(...flags, ...started));
    expect(point?.tiers.app?.cpuUsPerRequest?.mean).toBeGreaterThan(1);
    await expect(fetch(`http://127.0.0.1:${port}/asked`)).rejects.toThrow();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const long = startCli(['run', ...flags, ...started, '--duration', '30', '--json']);
      const tree = await eventually('the service', () => {
        const all = childrenOf(long.child.pid ?? 0).flatMap(childrenOf);
        return all.length > 0 && [...all, ...all.flatMap(childrenOf)];
      });
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      long.child.kill(signal);
      await long.ended;
      await eventually(`the end of the service after ${signal}`, () => !tree.some(isRunning));
    }
  });

  it('that is started by a command is not started where somebody else listens, and tells why it can’t', async () => {
    own = await startOwnService();
    const flags = ['--topology', 'T0', '--service'];
    const taken = await run(...flags, own.url, '--service-command', commandOf(own.port));
    expect(taken.code).toBe(2);
    expect(taken.stderr).toContain('already listens');
    const url = `http://127.0.0.1:${await freePort()}`;
    const failing = await run(...flags, url, '--service-command', 'echo no such luck >&2; exit 7');
    expect(failing.code).toBe(3);
    expect(failing.stderr).toMatch(/did not start: it ended with code 7.*no such luck/s);
  });

  it('is found by its systemd unit, as systemctl tells', async () => {
    own = await startOwnService();
    const dir = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-own-'));
    const file = path.join(dir, 'systemctl');
    writeFileSync(file, `#!/bin/sh\ncase "$*" in *own.service) echo ${own.pid};; *) echo 0;; esac\n`);
    chmodSync(file, 0o755);
    const before = process.env.PATH;
    process.env.PATH = `${dir}:${before}`;
    try {
      const flags = ['--topology', 'T0', '--service', own.url, '--service-unit'];
      const [point] = pointsOf(await run(...flags, 'own.service'));
      expect(point?.tiers.app?.cpuUsPerRequest?.mean).toBeGreaterThan(1);
      const unknown = await run(...flags, 'other.service');
      expect(unknown.code).toBe(2);
      expect(unknown.stderr).toContain('other.service');
    } finally {
      process.env.PATH = before;
    }
  });

  it('has errors, and a failed gate, when its answers change their length, unless any is allowed', async () => {
    own = await startOwnService(['growing']);
    const flags = ['--topology', 'T0', '--service', own.url];
    const [strict] = pointsOf(await run(...flags));
    expect(strict?.errors.byKind['body-length']).toBeGreaterThan(0);
    expect(strict?.failedGates).toContain('errors');
    const [lenient] = pointsOf(await run(...flags, '--any-length'));
    expect(lenient?.errors.total).toBe(0);
  });

  it('may close every connection, as Python’s own server does', async () => {
    const port = await freePort();
    const flags = ['--topology', 'T0,T2', '--connections', '4', '--service', `http://127.0.0.1:${port}/`];
    const dir = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-own-'));
    writeFileSync(path.join(dir, 'index.html'), 'hello');
    const command = `exec python3 -m http.server ${port} --bind 127.0.0.1 --directory ${dir}`;
    for (const point of pointsOf(await run(...flags, '--service-command', command))) {
      expect(point.requests).toBeGreaterThan(5);
      expect(point.workload.bodyBytes).toBe(5);
      expect(point.tiers.app?.cpuUsPerRequest?.mean).toBeGreaterThan(1);
    }
  });
});
