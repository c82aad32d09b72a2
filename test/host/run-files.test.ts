import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFiles } from '../../electron/host/run-files.ts';
import type { RunProblem } from '../../shared/saved-runs.ts';
import { freshRunFolder, sampleRun } from '../helpers/run-folder.ts';

function opened(folder = freshRunFolder()) {
  const setAside: RunProblem[] = [];
  return { folder, setAside, files: new RunFiles(folder, (problem) => setAside.push(problem)) };
}

const inFolder = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('.'));
/** As if it had been written a minute ago. */
const age = (file: string) => utimesSync(file, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.fault?.code,
  );

describe('a run that is saved', () => {
  it('comes back as it was, from one file that only its owner may read', async () => {
    const { folder, files } = opened();
    const run = sampleRun();
    const { file } = await files.save(run);
    expect(file.name).toMatch(/^2026-12-03T12-00-00Z-[0-9a-f]{8}\.json$/);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual(run);
    expect(await files.read(run.id)).toEqual(run);
    expect(readdirSync(folder)).toEqual([file.name]);
  });

  it('is listed with what tells it from others, newest first', async () => {
    const { files } = opened();
    await files.save(sampleRun({ id: 'older', startedAt: '2026-12-02T12:00:00.000Z' }));
    await files.save(sampleRun({ id: 'newer', live: true }));
    const [newer, older] = (await files.list()).runs;
    expect(newer).toMatchObject({ id: 'newer', kind: 'live', pointCount: 3, name: '', tags: [] });
    expect(older).toMatchObject({ id: 'older', kind: 'points', isPartial: false });
    expect(newer?.settings.text).toContain('TLS 1.3');
  });

  it('never takes the name of another, whatever its id', async () => {
    const { folder, files } = opened();
    const other = new RunFiles(folder, () => {});
    const ids = ['../../etc', 'etc', 'ETC', '...', 'con', ''];
    await Promise.all(ids.map((id, at) => (at % 2 ? files : other).save(sampleRun({ id }))));
    expect(inFolder(folder)).toHaveLength(ids.length);
    expect(new Set((await files.list()).runs.map(({ id }) => id))).toEqual(new Set(ids));
  });

  it('takes a label that stays with what else the file holds, also what this version does not know', async () => {
    const { folder, files } = opened();
    const future = { ...sampleRun({ id: 'a' }), joules: 7, label: { name: 'n', colour: 'red' } };
    writeFileSync(path.join(folder, 'a.json'), JSON.stringify(future));
    const summary = await files.label('a', { tags: ['demo'], note: 'Sân khấu' });
    expect(summary).toMatchObject({ name: 'n', note: 'Sân khấu', tags: ['demo'] });
    expect(summary.unknownFields).toEqual(['joules', 'label.colour']);
    expect(JSON.parse(readFileSync(path.join(folder, 'a.json'), 'utf8'))).toEqual({
      ...future,
      label: { name: 'n', colour: 'red', note: 'Sân khấu', tags: ['demo'] },
    });
    expect((await files.list()).runs[0]).toEqual(summary);
  });

  it('comes back after it was deleted, until 7 days later', async () => {
    const { folder, files } = opened();
    const { file } = await files.save(sampleRun({ id: 'a' }));
    await files.delete('a');
    expect(await codeOf(files.delete('a'))).toBe('run-not-found');
    expect((await files.list()).runs).toEqual([]);
    expect(await codeOf(files.read('a'))).toBe('run-not-found');
    await files.begin();
    expect((await files.restore('a')).file).toEqual(file);
    await files.delete('a');
    const eightDaysAgo = Date.now() / 1000 - 8 * 24 * 3600;
    utimesSync(path.join(folder, '.deleted', file.name), eightDaysAgo, eightDaysAgo);
    await files.begin();
    expect(await codeOf(files.restore('a'))).toBe('run-not-found');
  });
});

describe('a deleted run whose id was taken again', () => {
  const id = 'a';
  const text = JSON.stringify(sampleRun({ id }));
  const longer = text.replace('"durationS":150', '"durationS":151');

  it('by the same run is that one, with what was written on it before or since', async () => {
    const { folder, files } = opened();
    await files.save(sampleRun({ id }));
    await files.label(id, { name: 'before' });
    await files.delete(id);
    expect((await files.open('x.json', text)).outcome).toBe('added');
    expect(await files.restore(id)).toMatchObject({ id, name: 'before' });
    await files.label(id, { note: 'a note' });
    await files.delete(id);
    await files.open('x.json', text);
    await files.label(id, { name: 'since' });
    expect(await files.restore(id)).toMatchObject({ id, name: 'since', note: 'a note' });
    const { runs, leftAlone } = await files.list();
    expect(runs).toMatchObject([{ id, name: 'since', note: 'a note' }]);
    expect(leftAlone).toEqual([]);
    expect(inFolder(folder)).toHaveLength(1);
  });

  it('by another run comes back under an id of its own', async () => {
    const { files } = opened();
    await files.open('x.json', text);
    await files.delete(id);
    await files.open('y.json', longer);
    const restored = await files.restore(id);
    expect(restored.id).not.toBe(id);
    expect((await files.read(restored.id)).durationS).toBe(150);
    expect((await files.read(id)).durationS).toBe(151);
    expect((await files.list()).leftAlone).toEqual([]);
    expect(await codeOf(files.restore(id))).toBe('run-not-found');
  });
});

describe('a folder of runs', () => {
  it.each([
    ['', 'is empty'],
    ['{"schema":"tls-cost-lab/run@1","id":"x"', 'is no JSON'],
    [JSON.stringify(sampleRun()).replace('"durationS":150', '"durationS":NaN'), 'is no JSON'],
    [JSON.stringify(sampleRun()).replace('"durationS":150', '"durationS":"long"'), 'durationS'],
  ])('sets a damaged file aside and names it: %s', async (text, words) => {
    const { folder, files, setAside } = opened();
    await files.save(sampleRun());
    writeFileSync(path.join(folder, 'bad.json'), text);
    // It may still be being copied.
    expect(await files.list()).toMatchObject({ isUnsettled: true, leftAlone: [{ fileName: 'bad.json' }] });
    expect(setAside).toEqual([]);
    age(path.join(folder, 'bad.json'));
    expect((await files.list()).runs).toHaveLength(1);
    expect(setAside).toHaveLength(1);
    const [{ fault, setAsideAs = '' } = { fault: undefined }] = setAside;
    expect(fault).toMatchObject({ code: 'run-unreadable', message: expect.stringContaining(words) });
    expect(fault?.message).toContain(setAsideAs);
    expect(setAsideAs).toMatch(/^bad\.json\.damaged-/);
    expect(readFileSync(path.join(folder, setAsideAs), 'utf8')).toBe(text);
    await files.list();
    expect(setAside).toHaveLength(1);
  });

  it('leaves alone and names what is of another version, too large, or there twice; other files are none of its', async () => {
    const { folder, files, setAside } = opened();
    const { file } = await files.save(sampleRun({ id: 'a' }));
    const text = readFileSync(file.path, 'utf8');
    writeFileSync(path.join(folder, 'copy.json'), text.replace('"a"', '"b"'));
    writeFileSync(path.join(folder, 'copy2.json'), text.replace('"a"', '"b"'));
    writeFileSync(path.join(folder, 'later.json'), text.replace('run@1', 'run@2'));
    writeFileSync(
      path.join(folder, 'other-words.json'),
      text.replaceAll('"T1"', '"T9"').replaceAll('"T0"', '"T8"'),
    );
    writeFileSync(path.join(folder, 'notes.txt'), 'no run');
    const huge = openSync(path.join(folder, 'huge.json'), 'w');
    ftruncateSync(huge, 200 * 1024 * 1024);
    closeSync(huge);
    const before = inFolder(folder);
    const { runs, leftAlone } = await files.list();
    expect(runs.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
    expect(new Map(leftAlone.map(({ fileName, fault }) => [fileName, fault.code]))).toEqual(
      new Map([
        ['copy2.json', 'run-kept-twice'],
        ['huge.json', 'run-too-large'],
        ['later.json', 'run-of-another-version'],
        ['other-words.json', 'run-of-another-version'],
      ]),
    );
    expect(inFolder(folder)).toEqual(before);
    expect(setAside).toEqual([]);
  });

  it('with 500 runs is read again in a small part of the time of the first reading, and sees every change', async () => {
    const { folder, files } = opened();
    const run = sampleRun();
    for (let at = 0; at < 500; at++)
      writeFileSync(path.join(folder, `${at}.json`), JSON.stringify({ ...run, id: `${at}` }));
    const readMs = async () => {
      const startMs = performance.now();
      expect((await files.list()).runs).toHaveLength(500);
      return performance.now() - startMs;
    };
    const firstMs = await readMs();
    expect((await readMs()) / firstMs).toBeLessThan(0.5);
    writeFileSync(path.join(folder, '7.json'), JSON.stringify({ ...run, id: 'x' }));
    expect((await files.list()).runs.map(({ id }) => id)).toContain('x');
  });

  it('that can’t be read is told as such', async () => {
    const { folder } = opened();
    const file = path.join(folder, 'no-folder');
    writeFileSync(file, '');
    const { files } = opened(file);
    expect(await codeOf(files.list())).toBe('run-unreadable');
    expect(await codeOf(files.save(sampleRun()))).toBe('run-unwritable');
  });
});

describe('a file that is opened', () => {
  it('is kept as it is; again it is the same run, and changed it is one more', async () => {
    const { files } = opened();
    const text = JSON.stringify({ ...sampleRun({ id: 'a' }), joules: 7 });
    expect(await files.open('x.json', text)).toMatchObject({
      outcome: 'added',
      summary: { id: 'a', unknownFields: ['joules'] },
    });
    await files.label('a', { name: 'labelled since' });
    expect(await files.open('x.json', text)).toMatchObject({ outcome: 'known', summary: { id: 'a' } });
    const other = await files.open('y.json', text.replace('"durationS":150', '"durationS":151'));
    expect(other.outcome).toBe('renumbered');
    expect(other.summary.id).not.toBe('a');
    expect((await files.read(other.summary.id)).durationS).toBe(151);
    expect((await files.read('a')).durationS).toBe(150);
    expect(readFileSync(other.summary.file?.path ?? '', 'utf8')).toContain('joules');
  });

  it('by two windows at once is kept once', async () => {
    const { folder, files } = opened();
    const windows = [files, opened(folder).files, opened(folder).files];
    const text = JSON.stringify(sampleRun());
    const outcomes = await Promise.all(windows.map((one) => one.open('x.json', text)));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['added', 'known', 'known']);
    expect(inFolder(folder)).toHaveLength(1);
  });

  it('that is no run leaves nothing behind', async () => {
    const { folder, files } = opened();
    expect(await codeOf(files.open('x.json', '{"schema":"tls-cost-lab/run@2"}'))).toBe(
      'run-of-another-version',
    );
    expect(inFolder(folder)).toEqual([]);
  });
});
