import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Point, type Run, runSchema } from '../../shared/result.ts';
import { isRunning } from '../helpers/processes.ts';
import { rolesOf, runCli, startCli } from '../helpers/terminal.ts';

const suite = (...args: string[]) => runCli('suite', ...args);
const small = ['--only', 'D', '--topology', 'T1,T2', '--quick'];
const turnsOf = ({ turns }: Point) => turns.map(([turn]) => turn);

describe('tls-cost-lab suite', () => {
  let run: Run;
  let noise: string;
  beforeAll(async () => {
    const { code, stdout, stderr } = await suite(...small, '--json');
    expect(code, stderr).toBe(0);
    run = runSchema.parse(JSON.parse(stdout));
    noise = stderr;
  });

  it('prints one run document with all points, and nothing else', () => {
    expect(run.suite).toMatchObject({ experiments: ['D'], quick: true, cancelled: false });
    expect(run.points.map(({ experiment, topology }) => [experiment, topology])).toEqual([
      ['D', 'T1'],
      ['D', 'T2'],
    ]);
    expect(noise).toMatch(/^Kept as .*\.json\n$/);
  });

  it('measures all points of an experiment in the same turns, three or more', () => {
    const [first, second] = run.points.map(turnsOf);
    expect(first).toEqual(second);
    expect(new Set(first).size).toBeGreaterThanOrEqual(3);
    for (const point of run.points) expect(point.serverCpuUsPerRequest?.ci95).toBeDefined();
  });

  it('says how long each point was warmed up', () => {
    for (const { warmup } of run.points) expect(warmup?.durationS).toBeGreaterThanOrEqual(0.4);
  });

  it('puts the published figures beside the measured ones, and says in words how they compare', async () => {
    const { code, stdout, stderr } = await suite(...small, '--markdown');
    expect(code, stderr).toBe(0);
    /** A column of the one table that has it. */
    const column = (name: string) => {
      const table = stdout.split('\n\n').find((part) => part.startsWith('|') && part.includes(`| ${name} |`));
      const [head = [], , ...rows] = (table ?? '')
        .trim()
        .split('\n')
        .map((line) => line.split('|').map((cell) => cell.trim()));
      return rows.map((row) => row[head.indexOf(name)]);
    };
    expect(column('servers CPU (µs/request)')).toHaveLength(2);
    expect(column('point').slice(0, 2)).toEqual(['T1', 'T2']);
    // assets/seed-results.json, D_one_sequential_connection_p50Ms
    expect(column('published p50 (ms)').map(Number)).toEqual([0.09, 0.21]);
    for (const measured of column('p50 (ms)')) expect(Number.parseFloat(measured ?? '')).toBeGreaterThan(0);
    expect(column('ratio')[1]).toMatch(/T1 \(/);
    expect(stdout).toMatch(/^- .*published/m);
  });

  it('keeps what it has measured when Ctrl-C ends it, says so, and leaves no process', async () => {
    const started = startCli(['suite', '--only', 'D,E', '--topology', 'T1,T2', '--json']);
    const roles = await rolesOf(started);
    await sleep(6000);
    started.child.kill('SIGINT');
    const { code, stdout, stderr } = await started.ended;
    expect(code, stderr).toBe(130);
    const kept = runSchema.parse(JSON.parse(stdout));
    expect(kept.suite?.cancelled).toBe(true);
    expect(kept.points.length).toBeGreaterThan(0);
    expect(kept.points.length).toBeLessThan(6);
    expect(roles.filter(isRunning)).toEqual([]);
  });

  it('writes a row of CSV for each point, and prints it with exit code 3 when the disk is full', async ({
    skip,
  }) => {
    skip(!existsSync('/dev/full'), 'there is no /dev/full here');
    const { code, stdout, stderr } = await suite(...small, '--csv', '--out', '/dev/full');
    expect(code).toBe(3);
    expect(stderr).toContain('/dev/full could not be written (ENOSPC');
    const [head = '', ...rows] = stdout.trim().split('\r\n');
    const cellsOf = (name: string) => rows.map((row) => row.split(',')[head.split(',').indexOf(name)]);
    expect(cellsOf('topology')).toEqual(['T1', 'T2']);
    expect(cellsOf('experiment')).toEqual(['D', 'D']);
    for (const name of ['warmupS', 'servers_cpuUsPerRequest_mean', 'app_cpuUsPerRequest_mean'])
      for (const cell of cellsOf(name)) expect(Number(cell), name).toBeGreaterThan(0);
    for (const cell of cellsOf('valid')) expect(cell).toMatch(/^(yes|no)$/);
  });

  it.each([
    [
      ['suite', '--only', 'F'],
      ['--only', '"F"', 'A, B, C, D, E'],
    ],
    [
      ['suite', '--only', 'E', '--topology', 'T0'],
      ['--topology', 'E over T0', 'E has nothing over T0'],
    ],
    [
      ['suite', '--topology', 'T7'],
      ['--topology', '"T7"', 'T0, T1, T2, T3'],
    ],
    [
      ['suite', '--out', '/nowhere/suite.json'],
      ['--out', '/nowhere/suite.json', 'a folder that exists'],
    ],
    [
      ['run', '--rate', '0'],
      ['--rate', '0', '1 to 1000000'],
    ],
    [
      ['run', '--streams', '4'],
      ['--streams', '4', '--protocol h2'],
    ],
    [
      ['run', '--inner-rtt', '-1'],
      ['--inner-rtt', '-1', '0 to 200'],
    ],
    [
      ['run', '--outer-rtt', '201'],
      ['--outer-rtt', '201', '0 to 200'],
    ],
    [
      ['run', '--cap', '2', '--duration', '3'],
      ['--cap', '2', '3'],
    ],
  ])(
    'refuses %j with exit code 2, naming the flag, what was given and what is allowed',
    async (args, words) => {
      const { code, stdout, stderr } = await runCli(...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      for (const word of words) expect(stderr).toContain(word);
    },
  );
});
