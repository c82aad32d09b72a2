import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { SuiteOptions, SuiteProgress } from '../../shared/api.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';

const suite: SuiteOptions = {
  experiments: ['D'],
  topologies: ['T1', 'T2'],
  proxies: ['builtin'],
  quick: true,
};
/** What is in flight ends well within this; a wait for a live run never ends. */
const SOON_MS = 5_000;

let live: LiveLab | undefined;
afterEach(async () => {
  await live?.lab.dispose();
  live = undefined;
});

async function open(): Promise<LiveLab> {
  live = await openLiveLab({ topology: 'T1' });
  return live;
}

const progressOf = ({ events }: LiveLab): SuiteProgress[] =>
  events.flatMap((event) => (event.kind === 'suite' ? [event.progress] : []));

async function startedSuite(lab: LiveLab): Promise<void> {
  lab.lab.startSuite(suite);
  await eventually('a suite that measures', () => progressOf(lab).length > 0);
}

/** @returns whether it settled soon */
const settlesSoon = (call: Promise<void>) =>
  Promise.race([call.then(() => true), sleep(SOON_MS, false, { ref: false })]);

describe('a suite that ends', () => {
  it('has told its whole run before it tells how it ended, and both name the same run', async () => {
    const lab = await open();
    lab.lab.startSuite(suite);
    await eventually('figures', () => lab.events.some(({ kind }) => kind === 'suite-run'));
    await lab.lab.cancelSuite();
    const told = lab.events.filter(({ kind }) => kind === 'suite' || kind === 'suite-run');
    const [run, outcome] = told.slice(-2);
    expect(run).toMatchObject({ kind: 'suite-run', run: { suite: { cancelled: true } } });
    expect(outcome).toMatchObject({ kind: 'suite', progress: { state: 'cancelled' } });
    const ids = told.map((event) =>
      event.kind === 'suite' ? event.progress.runId : event.kind === 'suite-run' && event.run.id,
    );
    expect(ids[0]).toMatch(/-/);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a role that is killed while a suite measures', () => {
  it('is told as a fault and as being restarted, and the time left does not run down meanwhile', async () => {
    const lab = await open();
    await startedSuite(lab);
    await eventually('figures', () => lab.events.some(({ kind }) => kind === 'suite-run'));
    const before = progressOf(lab).length;
    process.kill(lab.pids().get('proxy') ?? 0, 'SIGKILL');
    await eventually('the end', () => progressOf(lab).at(-1)?.state === 'done');
    const faults = lab.events.flatMap((event) => (event.kind === 'fault' ? [event.fault] : []));
    expect(faults).toMatchObject([{ code: 'role-crashed', role: 'proxy' }]);
    const mending = progressOf(lab).filter(({ recovering }) => recovering !== undefined);
    expect(mending[0]?.recovering).toEqual({ role: expect.any(String), attempt: 1 });
    // Told when it begins, and again every half second while all variants are warmed up anew.
    expect(mending.length).toBeGreaterThan(1);
    expect(new Set(mending.map(({ leftS }) => leftS)).size).toBe(1);
    const since = progressOf(lab).slice(before + mending.length);
    expect(since.some(({ recovering, state }) => recovering === undefined && state === 'running')).toBe(true);
    const run = lab.events.findLast((event) => event.kind === 'suite-run')?.run;
    for (const { warnings } of run?.points ?? []) expect(warnings.map(({ code }) => code)).toContain('gap');
  });
});

describe('cancelling a suite', () => {
  it('answers at once while only a live run goes on, and leaves that alone', async () => {
    const lab = await open();
    lab.lab.start();
    await lab.nextSample();
    expect(await settlesSoon(lab.lab.cancelSuite())).toBe(true);
    const count = lab.samples().length;
    await eventually('another sample', () => lab.samples().length > count);
  });

  it('answers once the suite has ended, although a live run has been started behind it', async () => {
    const lab = await open();
    await startedSuite(lab);
    const cancelled = lab.lab.cancelSuite();
    lab.lab.start();
    expect(await settlesSoon(cancelled)).toBe(true);
    expect(progressOf(lab).at(-1)?.state).toBe('cancelled');
    await lab.nextSample();
  });

  it('lets a live run that is started right after it begin', async () => {
    const lab = await open();
    await startedSuite(lab);
    void lab.lab.cancelSuite();
    lab.lab.start();
    await lab.nextSample();
    expect(lab.lab.phase.kind).toBe('running');
  });

  it('lets another suite that is started right after it begin, and that one can be cancelled in turn', async () => {
    const lab = await open();
    await startedSuite(lab);
    void lab.lab.cancelSuite();
    lab.lab.startSuite({ ...suite, topologies: ['T0'] });
    const begun = await eventually('the second suite', () =>
      progressOf(lab).find(({ options, state }) => options.topologies[0] === 'T0' && state === 'running'),
    );
    expect(begun.totalPoints).toBe(1);
    expect(lab.lab.phase.kind).toBe('suite');
    expect(await settlesSoon(lab.lab.cancelSuite())).toBe(true);
    expect(progressOf(lab).at(-1)).toMatchObject({ options: { topologies: ['T0'] }, state: 'cancelled' });
    expect(lab.lab.phase.kind).toBe('idle');
  });
});
