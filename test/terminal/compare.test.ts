import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonSchema } from '../../shared/run-comparison/comparison-document.ts';
import { runCli } from '../helpers/terminal.ts';
import { onOtherMachine } from '../shared/run-comparison/runs.ts';
import { suiteRun } from '../shared/suite-points.ts';

describe('tls-cost-lab compare', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'compare-'));
  const [before, after] = ['before.json', 'after.json'].map((name) => path.join(folder, name));
  beforeAll(() => {
    writeFileSync(before ?? '', JSON.stringify(suiteRun));
    writeFileSync(after ?? '', JSON.stringify({ ...suiteRun, ...onOtherMachine }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const compare = (...args: string[]) => runCli('compare', ...args);

  it('says what differs first, then the ratios', async () => {
    const { code, stdout, stderr } = await compare(before ?? '', after ?? '');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toBe('processor: Some CPU (1 · before), Another CPU (2 · after)');
    expect(stdout).toMatch(/B T3 · HTTP\/1\.1 .*no measurable difference \(/);
  });

  it('prints a document by its published schema, with the published figures as the baseline', async () => {
    const { code, stdout, stderr } = await compare(before ?? '', '--published', '--json');
    expect(code, stderr).toBe(0);
    const { sides, rows } = comparisonSchema.parse(JSON.parse(stdout));
    expect(sides[0]).toEqual({ name: 'published' });
    const row = rows.find(({ series, measure }) => series === 'T1' && measure === 'appUs');
    expect(row?.experiment).toBe('A');
    expect(row?.sides).toMatchObject([{ figure: { mean: 29 } }, { ratio: { mean: 1 }, outcome: 'same' }]);
    const schema = JSON.parse((await runCli('schema', 'comparison')).stdout);
    expect(schema.properties.schema.const).toBe('tls-cost-lab/comparison@1');
  });

  it('refuses too few files with exit code 2, and names a file that is no run', async () => {
    const alone = await compare(before ?? '');
    expect(alone).toMatchObject({ code: 2, stdout: '' });
    expect(alone.stderr).toContain('1 run files was given; allowed: 2 to 4 files');
    const empty = path.join(folder, 'empty.json');
    writeFileSync(empty, '');
    const broken = await compare(before ?? '', empty);
    expect(broken).toMatchObject({ code: 2, stdout: '' });
    expect(broken.stderr).toContain('empty.json is empty');
  });
});
