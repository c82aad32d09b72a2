import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SaveDialogOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveByDialog } from '../../electron/desktop/save-dialog.ts';
import type { ExportFile } from '../../shared/api.ts';

const csv: ExportFile = { name: 'cpu.csv', mimeType: 'text/csv', data: 'a,b\n1,2\n' };
/** A picture of one pixel. */
const pngBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a file to keep', () => {
  let folder = '';
  const asked: SaveDialogOptions[] = [];
  const save = (file: ExportFile, filePath: string) =>
    saveByDialog(async (options) => {
      asked.push(options);
      return { canceled: filePath === '', filePath };
    }, '/start')(file);

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'save-dialog-'));
    asked.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('goes where the user says, over what was there', async () => {
    const file = path.join(folder, 'mine.csv');
    writeFileSync(file, 'older and longer than the new one');
    expect(await save(csv, file)).toEqual({ path: file });
    expect(readFileSync(file, 'utf8')).toBe(csv.data);
    expect(readdirSync(folder)).toEqual(['mine.csv']);
  });

  it('is offered under its name, with its kind', async () => {
    await save(csv, '');
    expect(asked).toEqual([
      { defaultPath: path.join('/start', 'cpu.csv'), filters: [{ name: 'CSV', extensions: ['csv'] }] },
    ]);
  });

  it('is offered next time in the folder that was chosen last', async () => {
    const chosen = path.join(folder, 'a.csv');
    const offers: unknown[] = [];
    const saveAgain = saveByDialog(async ({ defaultPath }) => {
      offers.push(defaultPath);
      return { canceled: false, filePath: chosen };
    }, '/start');
    await saveAgain(csv);
    await saveAgain(csv);
    expect(offers).toEqual([path.join('/start', 'cpu.csv'), path.join(folder, 'cpu.csv')]);
  });

  it('is not kept when the user thinks better of it', async () => {
    expect(await save(csv, '')).toBeNull();
  });

  it('is written as bytes when it is a picture', async () => {
    const file = path.join(folder, 'cpu.png');
    await save({ name: 'cpu.png', mimeType: 'image/png', data: pngBase64 }, file);
    expect(readFileSync(file).toString('base64')).toBe(pngBase64);
  });

  it('is refused when it is said to be a picture and is none', async () => {
    const file: ExportFile = { name: 'cpu.png', mimeType: 'image/png', data: 'data:image/png;base64,xx' };
    await expect(save(file, path.join(folder, 'cpu.png'))).rejects.toMatchObject({
      fault: { code: 'export-failed', message: 'cpu.png was not saved: its data is no PNG in base64.' },
    });
    expect(asked).toEqual([]);
  });

  it('is reported when the place can not be written to', async () => {
    const gone = path.join(folder, 'gone', 'a.csv');
    await expect(save(csv, gone)).rejects.toMatchObject({
      fault: {
        code: 'export-failed',
        message: `a.csv was not saved: there is no folder ${path.dirname(gone)}. Choose another place.`,
      },
    });
  });
});
