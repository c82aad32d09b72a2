import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withFolderLock } from '../../electron/host/folder-lock.ts';
import { KeptRuns } from '../../electron/host/kept-runs.ts';
import type { HostEvent } from '../../shared/api.ts';
import type { Run } from '../../shared/result.ts';
import type { RunSummary } from '../../shared/saved-runs.ts';
import { freshRunFolder, sampleRun } from '../helpers/run-folder.ts';

/** A disk of 64 KiB. @returns why there can be none here */
function mountTinyDisk(folder: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `a small disk can't be mounted here: ${String(error)}`;
  }
}

let mounted: string | undefined;
afterEach(() => {
  if (mounted !== undefined) execFileSync('umount', [mounted]);
  mounted = undefined;
});

function windowOn(folder: string) {
  const events: HostEvent[] = [];
  const shown: string[] = [];
  const kept = new KeptRuns({
    folder,
    emit: (event) => events.push(event),
    revealFile: (file) => shown.push(file),
  });
  const faults = () => events.flatMap((event) => (event.kind === 'fault' ? event.fault : []));
  return { kept, calls: kept.calls, events, shown, faults };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => ({ code: 'done', message: '' }),
    (error) => error.fault,
  );

describe('two windows on one folder', () => {
  it('lose no label when each writes fifty at once, and never see half a file', async () => {
    const folder = freshRunFolder();
    const [one, other] = [windowOn(folder), windowOn(folder)];
    const { id } = await one.kept.keep(sampleRun());
    const many = Array.from({ length: 50 }, (_, at) => at);
    await Promise.all([
      ...many.map((at) => one.calls.labelRun({ id, name: `name ${at}` })),
      ...many.map((at) => other.calls.labelRun({ id, note: `note ${at}` })),
      ...many.map(async () => expect((await other.calls.run(id)).id).toBe(id)),
    ]);
    const [{ name, note } = { name: '', note: '' }] = (await one.calls.runs()).runs;
    // Which of the fifty came last is chance; that one window's wiped out the other's would be a loss.
    expect([name, note]).toEqual([expect.stringMatching(/^name \d+$/), expect.stringMatching(/^note \d+$/)]);
    expect(readdirSync(folder)).toHaveLength(1);
    expect([...one.faults(), ...other.faults()]).toEqual([]);
  });

  it('take over the lock of a process that was killed', async () => {
    const folder = freshRunFolder();
    const { kept, calls } = windowOn(folder);
    const { id } = await kept.keep(sampleRun());
    writeFileSync(path.join(folder, '.lock'), '');
    const longAgo = Date.now() / 1000 - 60;
    utimesSync(path.join(folder, '.lock'), longAgo, longAgo);
    await Promise.all([
      calls.labelRun({ id, name: 'n' }),
      windowOn(folder).calls.labelRun({ id, note: 'm' }),
    ]);
    expect((await calls.runs()).runs[0]).toMatchObject({ name: 'n', note: 'm' });
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

/** Keeps runs as a terminal does: in a process of its own. */
function keepInProcess(folder: string, runs: readonly Run[]): Promise<void> {
  const code = `import { runnerImport } from 'vite';
    const { module } = await runnerImport('./electron/host/run-files.ts');
    const files = new module.RunFiles(process.argv[1], () => {});
    for (const run of JSON.parse(process.argv[2])) await files.open('a run', JSON.stringify(run));`;
  const args = ['--input-type=module', '-e', code, folder, JSON.stringify(runs)];
  return promisify(execFile)(process.execPath, args).then(() => undefined);
}

describe('a window that is open', () => {
  it('is told what other processes keep and delete, once the folder is there, and again when it was made anew', async () => {
    const folder = freshRunFolder();
    rmSync(folder, { recursive: true });
    const { kept, calls, events } = windowOn(folder);
    onTestFinished(() => kept.end());
    await kept.begin();
    const told = async (count: number) => {
      await vi.waitFor(() => expect(events).toContainEqual({ kind: 'runs' }), { timeout: 10_000 });
      await vi.waitFor(async () => expect((await calls.runs()).runs).toHaveLength(count), {
        timeout: 10_000,
      });
      // What is still to be told of this change is not told of the next.
      await sleep(500);
      events.length = 0;
    };
    const runs = [sampleRun(), sampleRun(), sampleRun()];
    await Promise.all([keepInProcess(folder, runs), keepInProcess(folder, runs)]);
    await told(3);
    expect((await calls.runs()).problems).toEqual([]);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await told(0);
    await keepInProcess(folder, runs.slice(0, 1));
    await told(1);
  });
});

describe('a run that can’t be written', () => {
  it('stays in the list with the reason, can be used, and is kept once there is a folder', async () => {
    const folder = freshRunFolder();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    const { kept, calls, faults, events } = windowOn(folder);
    const run = sampleRun();
    const summary = await kept.keep(run);
    expect(summary.file).toBeUndefined();
    expect(faults()).toEqual([summary.unsaved]);
    expect(summary.unsaved).toMatchObject({ code: 'run-unwritable' });
    expect(summary.unsaved?.message).toContain('is a file and no folder');
    await calls.labelRun({ id: run.id, name: 'held' });
    expect((await refusal(calls.keepRun(run.id))).code).toBe('run-unwritable');
    expect((await calls.deleteRun(run.id)).runs).toEqual([]);
    await calls.restoreRun(run.id);
    expect((await calls.runs()).runs).toMatchObject([{ id: run.id, name: 'held', unsaved: {} }]);
    expect((await calls.run(run.id)).points).toEqual(run.points);
    expect((await refusal(calls.revealRun(run.id))).message).toContain('in no file');
    rmSync(folder);
    expect(await calls.keepRun(run.id)).toMatchObject({ name: 'held', file: {} });
    expect((await calls.runs()).runs).toMatchObject([{ id: run.id, name: 'held', file: {} }]);
    expect(events.at(-1)).toEqual({ kind: 'runs' });
  });

  it('for a full disk leaves no half file, and the runs that are there can still be deleted', async ({
    skip,
  }) => {
    const folder = freshRunFolder();
    const reason = mountTinyDisk(folder);
    if (reason !== undefined) return skip(reason);
    mounted = folder;
    const { kept, calls } = windowOn(folder);
    const first = await kept.keep(sampleRun());
    writeFileSync(path.join(folder, 'filler'), Buffer.alloc(40 * 1024));
    const kepts: RunSummary[] = [];
    for (let count = 0; count < 4; count++) kepts.push(await kept.keep(sampleRun()));
    const unsaved = kepts.filter((one) => one.unsaved !== undefined);
    expect(unsaved.length).toBeGreaterThan(0);
    expect(unsaved[0]?.unsaved?.message).toContain('no room left');
    expect((await calls.runs()).runs).toHaveLength(5);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    expect((await refusal(calls.labelRun({ id: first.id, note: 'x'.repeat(4000) }))).code).toBe(
      'run-unwritable',
    );
    expect(JSON.parse(readFileSync(first.file?.path ?? '', 'utf8')).id).toBe(first.id);
    await calls.deleteRun(first.id);
    rmSync(path.join(folder, 'filler'));
    expect((await calls.keepRun(unsaved[0]?.id)).unsaved).toBeUndefined();
  });
});

describe('a lock', () => {
  it('is not taken from a process that holds it for long', async () => {
    const folder = freshRunFolder();
    const order: string[] = [];
    const first = withFolderLock(folder, async () => {
      await sleep(6_500);
      order.push('first');
    });
    await sleep(50);
    await withFolderLock(folder, async () => order.push('second'));
    await first;
    expect(order).toEqual(['first', 'second']);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('calls of a window', () => {
  it('are refused by the field that is wrong', async () => {
    const { calls } = windowOn(freshRunFolder());
    expect(await refusal(calls.labelRun({ id: 'a', name: 7 }))).toMatchObject({
      code: 'bad-config',
      field: 'name',
    });
    expect(await refusal(calls.labelRun({ id: 'a', tags: [''] }))).toMatchObject({
      code: 'bad-config',
      field: 'tags',
    });
    expect(await refusal(calls.labelRun({ id: 'a', colour: 1 }))).toMatchObject({ field: 'colour' });
    expect((await refusal(calls.run({}))).code).toBe('bad-config');
    expect((await refusal(calls.openRun({ name: 'x', text: 1 }))).field).toBe('text');
    expect((await refusal(calls.run('../settings'))).code).toBe('run-not-found');
    expect((await refusal(calls.keepRun('none'))).code).toBe('run-not-found');
  });

  it('show a file by the shell, and tell every window of a change and of a damaged file', async () => {
    const folder = freshRunFolder();
    const { kept, calls, shown, events, faults } = windowOn(folder);
    const { id, file } = await kept.keep(sampleRun());
    expect(await calls.revealRun(id)).toEqual({ path: file?.path, shown: true });
    expect(shown).toEqual([file?.path]);
    expect(events).toEqual([{ kind: 'runs' }]);
    writeFileSync(path.join(folder, 'empty.json'), '');
    utimesSync(path.join(folder, 'empty.json'), 1, 1);
    const { problems } = await calls.runs();
    expect(problems).toMatchObject([{ fileName: 'empty.json', setAsideAs: expect.any(String) }]);
    expect(faults()).toEqual([problems[0]?.fault]);
    expect((await calls.runs()).problems).toEqual(problems);
  });
});
