import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import { csvColumns } from '../../shared/tables.ts';
import { missing, outputOf } from '../helpers/programs.ts';
import { runCli } from '../helpers/terminal.ts';
import { foreignRun, readableRun } from '../shared/report/foreign-run.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'export-test-'));
const inFolder = (name: string) => path.join(folder, name);
const saved = inFolder('run.json');
writeFileSync(saved, JSON.stringify(readableRun));
writeFileSync(inFolder('foreign.json'), JSON.stringify(foreignRun));

const exported = async (...args: string[]) => {
  const { code, stdout, stderr } = await runCli('export', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

describe('tls-cost-lab export', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes JSON that the published schema admits, the same run', async () => {
    const [text, schema] = await Promise.all([exported(saved, '--format', 'json'), runCli('schema', 'run')]);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(schema.stdout),
    );
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...JSON.parse(text), points: [{}] })).toBe(false);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(readableRun)));
  });

  it.skipIf(missing('python3', '--version'))(
    'writes CSV as another reader of it wants it (Python)',
    async () => {
      await exported(inFolder('foreign.json'), '--format', 'csv', '--out', inFolder('run.csv'));
      const script =
        'import csv,json,sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))))';
      const rows: Record<string, string>[] = JSON.parse(
        await outputOf('python3', '-c', script, inFolder('run.csv')),
      );
      expect(Object.keys(rows[0] ?? {})).toEqual(csvColumns.map(({ name }) => name));
      const measured = rows.slice(0, foreignRun.points.length);
      expect(rows.at(-1)?.leftOut).toContain('<script>');
      expect(measured.map(({ topology }) => topology)).toEqual(
        foreignRun.points.map(({ topology }) => topology),
      );
      expect(new Set(rows.map(({ cpuModel }) => cpuModel))).toEqual(
        new Set([foreignRun.environment.cpuModel]),
      );
      for (const [at, point] of foreignRun.points.entries())
        expect(Number(rows[at]?.reqPerSec_mean)).toBe(point.reqPerSec.mean);
    },
  );

  it('prints what the columns mean', async () => {
    expect(await exported('--columns')).toMatch(
      /^app_cpuUsPerRequest_mean +µs +User and system CPU time of the app/m,
    );
  });

  it('makes a folder with a file for each point, and none over one that is there', async () => {
    const out = inFolder('hgrm');
    await exported(saved, '--format', 'hgrm', '--out', out);
    expect(readdirSync(out)).toHaveLength(readableRun.points.length);
    const again = await runCli('export', saved, '--format', 'hgrm', '--out', out);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(/hgrm was given, which can't be made \(EEXIST.*allowed: a new folder/);
    const nowhere = await runCli('export', saved, '--format', 'hgrm');
    expect(nowhere.stderr).toMatch(/^--out: nothing was given; allowed: a new folder, for 36 points/);
  });

  it('replaces a file as a whole and leaves no draft', async () => {
    const out = inFolder('report.html');
    writeFileSync(out, 'older');
    await exported(saved, '--format', 'html', '--out', out);
    expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(readdirSync(folder).filter((name) => name.includes('draft'))).toEqual([]);
  });

  it.each([
    [['export'], ['no file was named', '--columns']],
    [
      ['export', saved],
      ['--format', 'markdown'],
    ],
    [
      ['export', saved, '--format', 'xml'],
      ['xml', 'openmetrics'],
    ],
    [['export', '/nowhere/run.json', '--format', 'csv'], ["/nowhere/run.json can't be read"]],
    [
      ['export', saved, '--format', 'csv', '--out', '/nowhere/run.csv'],
      ['--out', 'a folder that exists'],
    ],
  ])('refuses %j with exit code 2, and says what is allowed', async (args, words) => {
    const { code, stdout, stderr } = await runCli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const word of words) expect(stderr).toContain(word);
  });
});
