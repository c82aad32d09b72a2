import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSchema } from '../../shared/result.ts';
import { isRunning } from '../helpers/processes.ts';
import { rolesOf, runCli, startCli } from '../helpers/terminal.ts';

const run = (...args: string[]) => runCli('run', ...args);

describe('tls-cost-lab run', () => {
  it('prints the run document, and nothing else, on stdout', async () => {
    const { code, stdout, stderr } = await run(
      '--topology',
      'T0,T3',
      '--duration',
      '1.5',
      '--warmup',
      '0.3',
      '--json',
    );
    expect(code, stderr).toBe(0);
    const document = runSchema.parse(JSON.parse(stdout));
    expect(document.points.map((point) => point.topology)).toEqual(['T0', 'T3']);
    for (const point of document.points) {
      expect(point.requests).toBeGreaterThan(100);
      expect(point.errors.total).toBe(0);
      expect(point.tiers.app?.cpuUsPerRequest?.mean).toBeGreaterThan(1);
    }
    const [outer, inner] = document.points[1]?.hops ?? [];
    expect(outer).toMatchObject({
      tlsVersion: 'TLSv1.3',
      alpn: 'http/1.1',
      handshakes: { full: 64, resumed: 0 },
    });
    expect(inner).toMatchObject({ security: 'tls', tlsVersion: 'TLSv1.3', alpn: 'h2' });
    expect(document.points[1]?.tiers.app?.httpVersion).toBe('2.0');
    expect('proxy' in (document.points[0]?.tiers ?? {})).toBe(false);
    expect(stderr).toMatch(/^Kept as .*\.json\n$/);
    const kept = readFileSync(stderr.slice('Kept as '.length).trim(), 'utf8');
    expect(JSON.parse(kept)).toEqual(JSON.parse(stdout));
  });

  it('keeps no run that is not to be kept, and measures all the same where none can be', async () => {
    const settings = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');
    const short = ['run', '--topology', 'T0', '--duration', '0.5', '--warmup', '0', '--json'];
    const unkept = await startCli([...short, '--no-keep'], settings).ended;
    expect(unkept).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(path.join(path.dirname(settings), 'runs'))).toBe(false);
    writeFileSync(path.join(path.dirname(settings), 'runs'), 'no folder');
    const { code, stdout, stderr } = await startCli(short, settings).ended;
    expect(code).toBe(0);
    expect(runSchema.parse(JSON.parse(stdout)).points).toHaveLength(1);
    expect(stderr).toMatch(/^Not kept: .*is a file and no folder/);
  });

  it.each([
    [
      ['--topology', 'T2', '--reuse', 'new', '--connections', '8', '--resume', 'off'],
      { full: true, resumed: false },
    ],
    [
      ['--topology', 'T1', '--reuse', 'new', '--connections', '8', '--resume', 'on'],
      { full: true, resumed: true },
    ],
    [
      ['--topology', 'T1', '--reuse', 'new', '--connections', '8', '--resume', 'off', '--tls', '1.2'],
      { full: true, resumed: false },
    ],
    [
      ['--topology', 'T1', '--reuse', 'new', '--connections', '8', '--resume', 'on', '--tls', '1.2'],
      { full: true, resumed: true },
    ],
  ])('counts at the server which handshakes were resumed: %j', async (flags, expected) => {
    const { code, stdout, stderr } = await run(...flags, '--duration', '1', '--warmup', '0.2', '--json');
    expect(code, stderr).toBe(0);
    const [point] = runSchema.parse(JSON.parse(stdout)).points;
    const handshakes = point?.hops[0]?.handshakes ?? { full: 0, resumed: 0 };
    expect(handshakes.full > 0).toBe(expected.full);
    expect(handshakes.resumed > 0).toBe(expected.resumed);
    expect(handshakes.full + handshakes.resumed).toBeGreaterThanOrEqual(
      point?.requests ?? Number.POSITIVE_INFINITY,
    );
    expect(point?.warnings.map((warning) => warning.code)).not.toContain('resumption-mixed');
  });

  it('writes CSV to a file and Markdown to stdout', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'run.csv');
    const written = await run(
      '--topology',
      'T0',
      '--duration',
      '0.5',
      '--warmup',
      '0',
      '--csv',
      '--out',
      file,
    );
    expect(written).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(file, 'utf8').split('\r\n')[1]).toContain(',T0,');
    const printed = await run('--topology', 'T0', '--duration', '0.5', '--warmup', '0', '--markdown');
    expect(printed.stdout).toContain('| T0 |');
  });

  it.each([
    [['--topology', 'T9'], '--topology', 'T0, T1, T2, T3'],
    [['--body', '-1'], '--body', '0 to 16777216'],
    [['--body', '99999999'], '--body', '0 to 16777216'],
    [['--connections', '0'], '--connections', '1 to 10000'],
    [['--reuse', 'maybe'], '--reuse', 'keep-alive, new'],
    [['--protocol', 'h3'], '--protocol', 'h1 or h2'],
    [['--tls', '1.1'], '--tls', '1.3 or 1.2'],
    [['--key', 'dsa'], '--key', 'ecdsa-p256 or rsa-2048'],
    [['--resume', 'perhaps'], '--resume', 'on or off'],
    [['--duration', 'long'], '--duration', '0.5 to 3600'],
    [['--out', '/nowhere/run.json'], '--out', 'a folder that exists'],
    [['--json', '--csv'], '--json and --csv', 'one of them'],
    [['--nonsense'], '--nonsense', ''],
  ])('refuses %j with exit code 2, naming the flag and what is allowed', async (flags, flag, allowed) => {
    const { code, stdout, stderr } = await run(...flags);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(flag);
    expect(stderr).toContain(allowed);
  });

  it('ends soon after Ctrl-C, leaves no process, and prints what it has', async () => {
    const started = startCli(['run', '--topology', 'T1,T2', '--duration', '60', '--warmup', '0', '--json']);
    const roles = await rolesOf(started);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    started.child.kill('SIGINT');
    const { code, stdout, stderr } = await started.ended;
    expect(code, stderr).toBe(130);
    expect(runSchema.parse(JSON.parse(stdout)).points.length).toBeGreaterThan(0);
    expect(roles.filter(isRunning)).toEqual([]);
  });

  it('touches the file of --out only when it has something to write', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-'));
    const [fresh, kept] = [path.join(folder, 'fresh.json'), path.join(folder, 'kept.json')];
    writeFileSync(kept, 'an earlier result');
    for (const file of [fresh, kept]) {
      const started = startCli(['run', '--topology', 'T1', '--json', '--out', file]);
      await rolesOf(started);
      started.child.kill('SIGINT');
      started.child.kill('SIGTERM');
      expect([130, 143]).toContain((await started.ended).code);
    }
    expect(existsSync(fresh)).toBe(false);
    expect(readFileSync(kept, 'utf8')).toBe('an earlier result');
  });

  it('prints the JSON Schema of what it prints', async () => {
    const { code, stdout } = await runCli('schema');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'object',
      properties: { schema: { const: 'tls-cost-lab/run@1' } },
    });
  });
});
