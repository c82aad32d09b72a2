import { describe, expect, it } from 'vitest';
import { runToMarkdown } from '../../shared/report/report-markdown.ts';
import { runSchema } from '../../shared/result.ts';
import { suiteTable } from '../../shared/suite-table.ts';
import { pointsTable, runToCsv, summaryTable } from '../../shared/tables.ts';
import { figure, pointWith } from '../renderer/figures.ts';
import { suitePoints, suiteRun, suiteWith } from './suite-points.ts';

const { columns, rows } = suiteTable(suiteRun);
const cell = (row: readonly unknown[] | undefined, name: string) => row?.[columns.indexOf(name)];
const rowOf = (experiment: string, topology: string) =>
  rows.find((row) => cell(row, 'run') === experiment && cell(row, 'topology') === topology);

describe('the table of a suite', () => {
  it('has a row for every point, each as wide as the head', () => {
    expect(runSchema.safeParse(suiteRun).success).toBe(true);
    expect(rows).toHaveLength(suitePoints.length);
    for (const row of rows) expect(row).toHaveLength(columns.length);
  });

  it('puts the published figures beside the measured ones, and leaves empty what was not published', () => {
    expect(cell(rowOf('B', 'T3'), 'published proxy (µs)')).toBe(300);
    expect(cell(rowOf('B', 'T3'), 'published app (µs)')).toBe(143);
    expect(cell(rowOf('D', 'T3'), 'published p50 (ms)')).toBe(0.24);
    expect(cell(rowOf('D', 'T3'), 'published app (µs)')).toBeUndefined();
  });

  it('gives each cost as a multiple of T1 under the same settings, with its interval', () => {
    expect(cell(rowOf('B', 'T3'), 'ratio')).toMatch(/^6\.8\d× T1 \(6\.\d+–6\.\d+\)$/);
    expect(cell(rowOf('B', 'T1'), 'ratio')).toBe('1');
    const alone = rows.filter(
      (row) => cell(row, 'run') === 'E' && String(cell(row, 'settings')).includes('new'),
    );
    expect(alone.map((row) => cell(row, 'ratio'))).toEqual([undefined, undefined]);
    expect(cell(rowOf('C', 'T2'), 'servers CPU (µs/request)')).toMatch(/^616 ± /);
  });

  it('calls a ratio whose interval holds 1 no measurable difference', () => {
    const points = suiteWith({ experiment: 'A', topology: 'T0', protocol: 'h1' }, (point) => ({
      ...point,
      serverCpuUsPerRequest: { mean: 29.1, ci95: [28.6, 29.6] },
    }));
    expect(cell(suiteTable({ points }).rows[0], 'ratio')).toMatch(
      /^no measurable difference to T1 \(0\.98\d*–1\.02\d*\)$/,
    );
  });

  it('has a column for the second proxy of a mesh, and only where one is on a path', () => {
    const mesh = pointWith('T5', { proxy: figure(55, 1), proxy2: figure(57, 2), app: figure(14, 0.3) });
    const points = [...suitePoints, { ...mesh, experiment: 'A' as const }];
    const table = suiteTable({ points });
    const at = table.columns.indexOf('proxy2 CPU (µs/request)');
    expect(at).toBe(table.columns.indexOf('proxy CPU (µs/request)') + 1);
    expect(table.rows.at(-1)?.[at]).toBe('57 ± 2');
    expect(table.rows[0]?.[at]).toBeUndefined();
    expect(runToMarkdown({ ...suiteRun, points })).toContain('| proxy2 CPU (µs/request) |');
    expect(runToCsv({ ...suiteRun, points })).toContain(',57,55,59,');
    expect(columns.filter((name) => name.startsWith('proxy2'))).toEqual([]);
  });

  it('says the settings that tell its rows apart', () => {
    const delayed = rows
      .map((row) => String(cell(row, 'settings')))
      .filter((text) => text.includes('inner RTT 1 ms'));
    expect(delayed).toHaveLength(6);
    expect(cell(rowOf('C', 'T1'), 'settings')).toContain('new · 16 connections · HTTP/1.1 · closed loop');
  });
});

describe('a point that fails a gate', () => {
  const failed = suiteWith({ experiment: 'A', topology: 'T1', protocol: 'h1' }, (point) => ({
    ...point,
    failedGates: ['client-saturated'],
    warnings: [
      { code: 'client-saturated', message: 'It was the limit.', values: {} },
      { code: 'gap', message: 'One restart.', values: {} },
    ],
  }));

  it('is marked in every table, and no ratio is taken to it', () => {
    const table = suiteTable({ points: failed });
    const ofA = table.rows.filter((row) => row[0] === 'A' && String(row[1]).includes('HTTP/1.1'));
    expect(ofA.map((row) => cell(row, 'valid'))).toEqual(['yes', 'NO: client-saturated', 'yes', 'yes']);
    expect(ofA.map((row) => cell(row, 'warnings'))).toEqual(['', 'gap', '', '']);
    expect(cell(ofA[1], 'ratio')).toBeUndefined();
    expect(cell(ofA[2], 'ratio')).toContain('T0');
    const summary = summaryTable(failed.slice(0, 2));
    expect(summary.rows[1]?.[summary.columns.indexOf('valid')]).toBe('NO: client-saturated');
  });

  it('says so in CSV and in Markdown', () => {
    const run = { ...suiteRun, points: failed };
    const [head, ...lines] = runToCsv(run).split('\r\n');
    const at = head?.split(',').indexOf('valid') ?? -1;
    expect(lines.filter((line) => line.split(',')[at] === 'no')).toHaveLength(1);
    expect(runToMarkdown(run)).toMatch(/^- A T1 h1 is not a valid result: client-saturated$/m);
  });
});

describe('a suite as Markdown', () => {
  it('has its table, and under it where its shape agrees', () => {
    const markdown = runToMarkdown(suiteRun);
    expect(markdown).toContain('published p50 (ms)');
    expect(markdown).toMatch(/^- Agrees · TLS on an open connection/m);
    expect(runToMarkdown({ ...suiteRun, suite: undefined })).not.toContain('Agrees');
  });

  it('says that it was cancelled', () => {
    const suite = { experiments: ['A' as const], quick: true, cancelled: true };
    expect(runToMarkdown({ ...suiteRun, suite })).toContain('cancelled');
  });
});

describe('the columns of a point', () => {
  it('have the load model, the warm-up, the wire and whether it is valid', () => {
    const [first] = suitePoints;
    if (first === undefined) throw new Error('a suite has points');
    const load = { kind: 'open', ratePerSec: 500 } as const;
    const point = {
      ...first,
      workload: { ...first.workload, load },
      due: 1000,
      warmup: { durationS: 1.5, settled: false },
      wire: { userUs: 10, systemUs: 20, utilisation: 0.1, bytes: 7 },
    };
    const table = pointsTable([point]);
    const value = (name: string) => table.rows[0]?.[table.columns.indexOf(name)];
    expect(['experiment', 'valid', 'failedGates'].map(value)).toEqual(['A', 'yes', undefined]);
    expect(['loadModel', 'ratePerSec', 'due'].map(value)).toEqual(['open', 500, 1000]);
    expect(['warmupS', 'warmupSettled'].map(value)).toEqual([1.5, 'no']);
    const unknown = pointsTable([{ ...point, warmup: { durationS: 0.2 } }]);
    expect(unknown.rows[0]?.[unknown.columns.indexOf('warmupSettled')]).toBe('unknown');
    expect(['wire_cpuUs', 'wire_utilisationCores', 'wire_bytes'].map(value)).toEqual([30, 0.1, 7]);
  });
});
