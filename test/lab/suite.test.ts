import { afterEach, describe, expect, it } from 'vitest';
import { Lab } from '../../electron/lab/lab.ts';
import type { SuiteOptions, SuiteProgress } from '../../shared/api.ts';
import { defaultConfig } from '../../shared/config.ts';
import { type Run, runSchema } from '../../shared/result.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { isRunning } from '../helpers/processes.ts';

let lab: Lab | undefined;
afterEach(() => lab?.dispose());

interface Measured {
  readonly run: Run;
  readonly told: readonly SuiteProgress[];
  readonly elapsedS: number;
}

/** @param meddle is told of all progress, with the lab and what would cancel the suite */
async function measure(
  suite: Partial<SuiteOptions>,
  meddle: (progress: SuiteProgress, its: Lab, abort: AbortController) => void = () => {},
): Promise<Measured> {
  const abort = new AbortController();
  const told: SuiteProgress[] = [];
  const its = await Lab.open({ rolesDir, onEvent: () => {}, onChange: () => {} }, defaultConfig);
  lab = its;
  const startMs = performance.now();
  const run = await its.measureSuite({
    suite: { experiments: ['D'], topologies: ['T2'], proxies: ['builtin'], quick: true, ...suite },
    signal: abort.signal,
    onProgress: (progress) => {
      told.push(progress);
      meddle(progress, its, abort);
    },
  });
  return {
    run: runSchema.parse(JSON.parse(JSON.stringify(run))),
    told,
    elapsedS: (performance.now() - startMs) / 1000,
  };
}

const names = ({ points }: Run) => points.map(({ experiment, topology }) => `${experiment} ${topology}`);

describe('a suite', () => {
  it('tells how far it is, and keeps to the time that it has', async () => {
    const { run, told, elapsedS } = await measure({ experiments: ['D', 'E'] });
    expect(names(run)).toEqual(['D T2', 'E T2', 'E T2']);
    expect(run.suite).toMatchObject({ experiments: ['D', 'E'], quick: true, cancelled: false });
    expect(run.suite?.shape?.find(({ key }) => key === 'innerRttT2')?.outcome).not.toBe('unknown');
    const lefts = told.map(({ leftS }) => leftS);
    expect(lefts).toEqual([...lefts].sort((a, b) => b - a));
    expect(told.map(({ donePoints }) => donePoints)).toEqual(expect.arrayContaining([0, 1, 3]));
    expect(told.at(-1)).toMatchObject({ state: 'done', totalPoints: 3, donePoints: 3, leftS: 0 });
    // Three variants of 1.6 s; the last turn may run over, and three turns are measured however slow the machine is.
    expect(elapsedS).toBeLessThan(2 * 3 * 1.6);
  });

  it('goes on when a role is killed in the middle, and says that there is a gap', async () => {
    let killed: number | undefined;
    const { run, told } = await measure({ experiments: ['D', 'E'] }, (progress, its) => {
      const proxy = its.roles.find(({ role }) => role === 'proxy');
      if (killed !== undefined || progress.elapsedS < 0.9 || proxy?.phase !== 'ready') return;
      killed = proxy.pid;
      if (killed !== undefined) process.kill(killed, 'SIGKILL');
    });
    expect(killed).toBeDefined();
    expect(isRunning(killed ?? 0)).toBe(false);
    expect(told.at(-1)?.state).toBe('done');
    expect(names(run)).toEqual(['D T2', 'E T2', 'E T2']);
    const gaps = run.points.filter(({ warnings }) => warnings.some(({ code }) => code === 'gap'));
    // The experiment that was under way has it, and no other.
    expect(new Set(gaps.map(({ experiment }) => experiment))).toEqual(new Set([gaps[0]?.experiment]));
    expect(gaps.length).toBeGreaterThan(0);
  });

  it('that is cancelled keeps whole experiments and what was measured of the one under way', async () => {
    const { run, told } = await measure({ experiments: ['D', 'E'] }, (progress, _its, abort) => {
      if (progress.donePoints === 1) abort.abort();
    });
    expect(names(run)[0]).toBe('D T2');
    expect(run.points.length).toBeLessThan(3);
    expect(run.suite?.cancelled).toBe(true);
    expect(run.fault).toBeUndefined();
    expect(told.at(-1)?.state).toBe('cancelled');
  });
});
