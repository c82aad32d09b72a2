import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { Lab } from '../../electron/lab/lab.ts';
import { defaultConfig } from '../../shared/config.ts';
import { plannerExperiments } from '../../shared/experiment-ids.ts';
import { variantsOf } from '../../shared/experiments.ts';
import { pointName } from '../../shared/series.ts';
import { engineSupport } from '../helpers/engines.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { childrenOf } from '../helpers/processes.ts';

const skipped = new Map(await engineSupport()).get('nginx') ?? '';
const suite = {
  experiments: [...plannerExperiments.slice(0, 1)],
  topologies: ['T2' as const],
  proxies: ['nginx' as const, 'haproxy' as const],
  quick: true,
};
const workloads = variantsOf('P', { ...suite, proxies: ['builtin'] }).length;

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
const countDescendants = (pid: number, command: string) =>
  descendantsOf(pid).filter((child) => commandOf(child).startsWith(command)).length;

describe.skipIf(skipped !== '')(`the suite for the planner, with engines${skipped}`, () => {
  const engines = { paths: { haproxy: '/nowhere/haproxy' }, ownConfigs: {} };
  let lab: Lab | undefined;
  afterAll(() => lab?.dispose());

  it('starts one for each TLS setting, and says once that another is not there', async () => {
    const abort = new AbortController();
    const its = await Lab.open({ rolesDir, engines, onEvent: () => {}, onChange: () => {} }, defaultConfig);
    lab = its;
    let running = 0;
    const run = await its.measureSuite({
      suite,
      signal: abort.signal,
      onProgress: () => {},
      onRun: ({ points }) => {
        running = countDescendants(process.pid, 'nginx: master');
        if (points.length === workloads) abort.abort();
      },
    });
    expect(run.points.map(pointName)).toEqual(Array(workloads).fill('T2·nginx'));
    expect(run.points.every(({ requests }) => requests > 0)).toBe(true);
    // With resumption and without it.
    expect(running).toBe(2);
    expect(run.leftOut).toMatchObject([
      { topology: 'T2', proxy: 'haproxy', fault: { code: 'engine-missing', role: 'haproxy' } },
    ]);
  });
});
