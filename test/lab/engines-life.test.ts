import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../electron/lab/free-port.ts';
import { runSchema } from '../../shared/result.ts';
import { pointName } from '../../shared/series.ts';
import { engineSupport } from '../helpers/engines.ts';
import { eventually } from '../helpers/eventually.ts';
import { openLiveLab, rolesDir } from '../helpers/live-lab.ts';
import { childrenOf, isRunning, kernelCpuUs, listeningAddresses } from '../helpers/processes.ts';
import { runCli, startCli } from '../helpers/terminal.ts';

const skipped = new Map(await engineSupport()).get('nginx') ?? '';

const instanceDirs = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tls-cost-lab-nginx-'));
const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

const running: ChildProcess[] = [];
afterEach(() => {
  // Not SIGKILL: a master that is killed leaves its worker behind.
  for (const child of running.splice(0)) child.kill('SIGTERM');
});

async function openNginxLab() {
  const live = await openLiveLab({ topology: 'T2', proxy: 'nginx' });
  live.lab.start();
  await live.nextSample();
  const pid = live.pids().get('nginx') ?? 0;
  expect(isRunning(pid)).toBe(true);
  return { live, pid };
}

describe.skipIf(skipped !== '')(`a real engine in the lab${skipped}`, () => {
  it('listens on loopback only, keeps its key in a private directory, and leaves nothing', async () => {
    const before = instanceDirs();
    const { live, pid } = await openNginxLab();
    const [dir = ''] = instanceDirs().filter((name) => !before.includes(name));
    expect(statSync(path.join(tmpdir(), dir)).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(tmpdir(), dir, 'key.pem')).mode & 0o777).toBe(0o600);
    const tree = treeOf(pid);
    expect(tree.length).toBeGreaterThan(1);
    expect(new Set(tree.flatMap(listeningAddresses))).toEqual(new Set(['0100007F']));
    await live.lab.dispose();
    await eventually('the engine’s end', () => !tree.some(isRunning));
    expect(instanceDirs()).toEqual(before);
  });

  it('has the CPU that the kernel counts for its master and workers', async () => {
    const { live, pid } = await openNginxLab();
    const tree = treeOf(pid);
    const kernelUs = () => tree.reduce((sum, one) => sum + kernelCpuUs(one), 0);
    let [ours, kernel] = [0, 0];
    await live.nextSample();
    const atStart = kernelUs();
    const counted = new Promise<void>((resolve) => {
      live.onSample(({ tiers }) => {
        ours += (tiers.proxy?.userUs ?? 0) + (tiers.proxy?.systemUs ?? 0);
        kernel = kernelUs() - atStart;
        if (kernel > 1_500_000) resolve();
      });
    });
    await counted;
    await live.lab.dispose();
    // The kernel's ticks are 10 ms: of a second and a half, within 2 %.
    expect(ours / kernel).toBeGreaterThan(0.97);
    expect(ours / kernel).toBeLessThan(1.03);
  });

  it('is started again when it is killed, and the gap shows', async () => {
    const { live, pid } = await openNginxLab();
    process.kill(pid, 'SIGKILL');
    await eventually('another nginx', () => {
      const now = live.pids().get('nginx');
      return now !== undefined && now !== pid;
    });
    await eventually('a sample after the gap', () => live.samples().some(({ afterGap }) => afterGap));
    expect(live.events.some((event) => event.kind === 'fault' && event.fault.role === 'nginx')).toBe(true);
    // Its worker was left behind by its master's end, and must not stay.
    expect(treeOf(pid).some(isRunning)).toBe(false);
    await live.lab.dispose();
  });

  it('ends with the lab when that is killed', async () => {
    const run = startCli(['run', '--topology', 'T2', '--proxy', 'nginx', '--duration', '30']);
    const keeper = await eventually('nginx', () =>
      childrenOf(run.child.pid ?? 0)
        .flatMap(childrenOf)
        .find((pid) => childrenOf(pid).length > 0),
    );
    const tree = treeOf(keeper);
    run.child.kill('SIGKILL');
    await run.ended;
    await eventually('the end of all of it', () => !tree.some(isRunning));
  });

  it('tells its own error lines when a configuration of one’s own is broken', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'own-config-'));
    const shown = await runCli('engine-config', 'nginx', '--topology', 'T3');
    expect(shown.stdout).toContain('proxy_http_version 1.1');
    const broken = path.join(dir, 'broken.conf');
    writeFileSync(broken, shown.stdout.replace('proxy_http_version 1.1;', 'proxy_http_version 7;'));
    const flags = ['--topology', 'T3', '--proxy', 'nginx', '--duration', '0.5', '--json'];
    const failed = await runCli('run', ...flags, '--engine-config', `nginx=${broken}`);
    expect(failed.code).toBe(3);
    expect(failed.stderr).toMatch(/\[emerg\].*invalid value/);
    const sound = path.join(dir, 'sound.conf');
    writeFileSync(sound, shown.stdout.replace('keepalive 1000;', 'keepalive 99;'));
    const run = await runCli('run', ...flags, '--engine-config', `nginx=${sound}`);
    const [point] = runSchema.parse(JSON.parse(run.stdout)).points;
    expect(point?.engines.proxy).toMatchObject({ name: 'nginx', ownConfig: true });
  });

  it('plays each sidecar of a mesh with a file of its own', async () => {
    const asked = ['nginx', '--topology', 'T5'];
    const outer = await runCli('engine-config', ...asked);
    expect(outer.stdout).toContain('proxy_ssl_certificate {{dir}}/own-cert.pem;');
    expect(outer.stderr).toContain('engine-config nginx --topology T5 --tier proxy2');
    const inner = await runCli('engine-config', ...asked, '--tier', 'proxy2');
    expect(inner.stdout).toContain('ssl_verify_client on;');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'own-config-')), 'inner.conf');
    writeFileSync(file, inner.stdout.replace('keepalive 1000;', 'keepalive 99;'));
    const flags = ['--topology', 'T5', '--proxy', 'nginx', '--duration', '0.5', '--json'];
    const run = await runCli('run', ...flags, '--engine-config', `nginx/proxy2=${file}`);
    const [point] = runSchema.parse(JSON.parse(run.stdout)).points;
    expect(point?.failedGates).toEqual([]);
    expect([point?.engines.proxy?.ownConfig, point?.engines.proxy2?.ownConfig]).toEqual([undefined, true]);
  });

  it('that can’t start doesn’t keep the others from being measured', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'own-config-'));
    const { stdout: sound } = await runCli('engine-config', 'nginx');
    const broken = path.join(dir, 'broken.conf');
    writeFileSync(broken, sound.replace('proxy_http_version 1.1;', 'proxy_http_version 7;'));
    const flags = ['--topology', 'T1,T2', '--proxy', 'nginx,builtin', '--duration', '0.5', '--warmup', '0.2'];
    const run = await runCli('run', ...flags, '--engine-config', `nginx=${broken}`, '--json');
    expect(run.code).toBe(4);
    expect(run.stderr).toMatch(/T2·nginx is left out\. nginx did not start: .*\n.*\[emerg\].*invalid value/);
    const { points, leftOut, fault } = runSchema.parse(JSON.parse(run.stdout));
    expect(points.map(pointName)).toEqual(['T1', 'T2']);
    for (const { requests } of points) expect(requests).toBeGreaterThan(0);
    expect(fault).toBeUndefined();
    expect(leftOut).toMatchObject([{ topology: 'T2', proxy: 'nginx', fault: { code: 'role-start-failed' } }]);
    expect(leftOut?.[0]?.fault.lastStderr?.join()).toMatch(/\[emerg\].*invalid value/);
    const text = await runCli('run', ...flags, '--engine-config', `nginx=${broken}`);
    expect(text.code).toBe(4);
    expect(text.stdout).toMatch(/! T2·nginx is left out\. .*\n.*\[emerg\]/);
  });

  it('that can’t start is left out of Compare, and the window is told why', async () => {
    const broken = { paths: { haproxy: '/nowhere/haproxy' }, ownConfigs: { nginx: 'no place for a port' } };
    const live = await openLiveLab(
      { mode: 'compare', compared: ['T2'], comparedProxies: ['nginx', 'builtin', 'haproxy'] },
      { rolesDir, engines: broken },
    );
    live.lab.start();
    await eventually(
      'two turns of what is left',
      () => new Set(live.samples().map(({ turn }) => turn)).size > 1,
    );
    expect(new Set(live.samples().map(({ proxy }) => proxy))).toEqual(new Set(['builtin']));
    expect(live.lab.leftOut.map(({ topology, proxy, fault }) => [topology, proxy, fault.code])).toEqual([
      ['T2', 'nginx', 'bad-config'],
      ['T2', 'haproxy', 'engine-missing'],
    ]);
    expect(live.lab.phase.kind).toBe('running');
    live.lab.configure({ ...live.lab.config, comparedProxies: ['builtin'] });
    expect(live.lab.leftOut).toEqual([]);
    await live.lab.dispose();
  });

  it('warns of a pool that is not reused', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'own-config-'));
    const { stdout } = await runCli('engine-config', 'nginx', '--topology', 'T3');
    const file = path.join(dir, 'no-pool.conf');
    writeFileSync(file, stdout.replace('proxy_set_header Connection "";', ''));
    const flags = ['--topology', 'T3', '--proxy', 'nginx', '--duration', '0.5', '--json'];
    const run = await runCli('run', ...flags, '--engine-config', `nginx=${file}`);
    const [point] = runSchema.parse(JSON.parse(run.stdout)).points;
    expect(point?.warnings.map(({ code }) => code)).toContain('inner-hop-rehandshakes');
  });

  it('does not touch a copy that runs already', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'other-nginx-'));
    const port = await freePort();
    const config = path.join(dir, 'nginx.conf');
    writeFileSync(
      config,
      `daemon off; pid ${dir}/pid; error_log stderr; events {} http { access_log off; server { listen 127.0.0.1:${port}; return 200 mine; } }`,
    );
    const other = spawn('nginx', ['-e', 'stderr', '-p', dir, '-c', config], { stdio: 'ignore' });
    running.push(other);
    await once(other, 'spawn');
    await eventually('the other nginx', () => existsSync(path.join(dir, 'pid')));
    await sleep(100);
    const flags = ['--topology', 'T2', '--proxy', 'nginx', '--duration', '0.5', '--json'];
    expect((await runCli('run', ...flags)).code).toBe(0);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('mine');
    expect(readFileSync(path.join(dir, 'pid'), 'utf8').trim()).toBe(String(other.pid));
  });
});

describe('engines that are not there', () => {
  it('are listed with the reason and how to get them', async () => {
    const { stdout, code } = await runCli('engines', '--json', '--engine-path', 'nginx=/nowhere/nginx');
    expect(code).toBe(0);
    const nginx = JSON.parse(stdout).find(({ id }: { id: string }) => id === 'nginx');
    expect(nginx).toMatchObject({ isThere: false });
    expect(nginx.reason).toContain('/nowhere/nginx');
    expect(nginx.install).toContain('apt install');
  });

  it('are refused by name, with the reason', async () => {
    const flags = ['--topology', 'T2', '--proxy', 'nginx', '--engine-path', 'nginx=/nowhere/nginx'];
    const { code, stderr } = await runCli('run', ...flags);
    expect(code).toBe(3);
    expect(stderr).toContain('/nowhere/nginx');
  });

  it.each([
    [['run', '--proxy', 'apache'], '--proxy: "apache" was given; allowed: builtin, nginx'],
    [['run', '--engine-path', 'nginx'], '--engine-path: "nginx" was given; allowed'],
    [['engine-config', 'builtin'], 'engine: "builtin" was given; allowed'],
    [['engine-config', 'nginx', '--topology', 'T9'], '--topology: "T9" was given; allowed'],
    [
      ['engine-config', 'nginx', '--topology', 'T0'],
      '--topology: "T0" was given; allowed: T2, T3, T4, T5, which',
    ],
    [
      ['engine-config', 'haproxy', '--topology', 't1'],
      '--topology: "T1" was given; allowed: T2, T3, T4, T5, which',
    ],
    [
      ['engine-config', 'nginx', '--topology', 'T2', '--tier', 'proxy2'],
      '--tier: "proxy2" was given; allowed: proxy, or proxy2 of a topology that has two',
    ],
    [['run', '--engine-config', 'nginx/app=x'], '"nginx/app=x" was given; allowed: nginx, haproxy'],
  ])('%j is refused', async (args, words) => {
    const { code, stderr } = await runCli(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
