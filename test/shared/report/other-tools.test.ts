import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../../../shared/latency.ts';
import { hgrmFiles } from '../../../shared/report/hgrm.ts';
import { runToOpenMetrics } from '../../../shared/report/run-metrics.ts';
import type { Point, Run } from '../../../shared/result.ts';
import { csvColumns, runToCsv } from '../../../shared/tables.ts';
import { foreignRun, foreignText, readableRun as suiteRun } from './foreign-run.ts';

describe('percentile distributions', () => {
  const latency = new LatencyHistogram();
  for (let us = 1; us <= 2000; us++) latency.recordUs(us * 7);
  const percentiles = latency.percentiles() ?? { p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };
  const [first] = suiteRun.points;
  const point = { ...first, latencyMs: { ...percentiles, hdr: latency.encode() } };
  const [file] = hgrmFiles({ ...suiteRun, points: first ? [{ ...first, ...point }] : [] });

  it('are read as the plotter does: four numbers a line, all else passed over', () => {
    const lines = (file?.text ?? '').trim().split('\n');
    // hdrhistogram.github.io/HdrHistogram/plotFiles.html plots column 1 over column 4 of lines with four columns
    const rows = lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.trim().split(/ +/).map(Number));
    const plotted = rows.filter((row) => row.length === 4 && row.every(Number.isFinite));
    expect(plotted.length).toBeGreaterThan(20);
    for (const [valueMs = 0, quantile = 0, count = 0, inverse = 0] of plotted) {
      expect(inverse).toBeCloseTo(1 / (1 - quantile), 1);
      expect(valueMs).toBeCloseTo(latency.quantileMs(quantile), 2);
      expect(count).toBeGreaterThanOrEqual(Math.floor(quantile * 2000));
    }
    expect(rows.at(-1)).toEqual([expect.closeTo(percentiles.max, 2), 1, 2000]);
    expect(lines.find((line) => line.startsWith('#[Max'))).toMatch(/Total count {4}= +2000]/);
    expect(lines.at(-2)).toContain('values in ms');
  });

  it('have a name each, also where a topology comes twice', () => {
    const names = hgrmFiles(suiteRun).map(({ name }) => name);
    expect(new Set(names).size).toBe(suiteRun.points.length);
    for (const name of names) expect(name).toMatch(/^\d\d-[A-E]-T\d-latency-ms\.hgrm$/);
  });

  it('are refused with the point named when a histogram is damaged', () => {
    const broken = suiteRun.points.map(
      (one): Point => (one.latencyMs ? { ...one, latencyMs: { ...one.latencyMs, hdr: 'none' } } : one),
    );
    expect(() => hgrmFiles({ ...suiteRun, points: broken })).toThrow(/histogram of A T0 can't be read/);
  });
});

interface Sample {
  readonly family: string;
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
}

const endings: Record<string, string> = { gauge: '', summary: '', counter: '_total', info: '_info' };

/** OpenMetrics 1.0 as strictly as this file needs it: families in one piece, units as endings, no sample twice. */
function readOpenMetrics(text: string): Sample[] {
  const samples: Sample[] = [];
  const families = new Map<string, string>();
  let family = '';
  const lines = text.split('\n');
  expect(lines.slice(-2)).toEqual(['# EOF', '']);
  for (const line of lines.slice(0, -2)) {
    const [, word, name = '', rest = ''] = /^# (TYPE|UNIT|HELP) ([a-z_][a-z0-9_]*) (.+)$/.exec(line) ?? [];
    if (word === 'TYPE') {
      expect(families.has(name)).toBe(false);
      families.set(name, rest);
      family = name;
    } else if (word !== undefined) {
      expect(name).toBe(family);
      if (word === 'UNIT') expect(name.endsWith(`_${rest}`)).toBe(true);
    } else {
      const match = /^([a-z0-9_]+)\{((?:[a-z_]+="(?:[^"\\\n]|\\[n"\\])*",?)*)\} (\S+) (\d+)$/.exec(line);
      expect(match, line).not.toBeNull();
      const [, sample = '', inner = '', value = ''] = match ?? [];
      expect(sample).toBe(`${family}${endings[families.get(family) ?? ''] ?? '?'}`);
      const labels = [...inner.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(
        ([, key = '', written = '']) => [
          key,
          written.replace(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign)),
        ],
      );
      samples.push({ family, name: sample, labels: Object.fromEntries(labels), value: Number(value) });
    }
  }
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).sort()]));
  expect(new Set(keys).size).toBe(keys.length);
  return samples;
}

describe('OpenMetrics', () => {
  const samples = readOpenMetrics(runToOpenMetrics(foreignRun));
  const figureOf = (name: string, at: number, own: Record<string, string> = {}) =>
    samples.find(
      ({ family, labels }) =>
        family === name &&
        labels.point === String(at + 1) &&
        Object.entries(own).every(([key, value]) => labels[key] === value),
    )?.value;

  it("gives back the run's figures, in base units", () => {
    for (const [at, point] of foreignRun.points.entries()) {
      const { mean, ci95 } = point.tiers.app?.cpuUsPerRequest ?? { mean: Number.NaN };
      expect(figureOf('tls_cost_lab_cpu_per_request_seconds', at, { tier: 'app' })).toBe(
        Number.isNaN(mean) ? undefined : mean / 1e6,
      );
      const low = ci95 && ci95[0] / 1e6;
      expect(figureOf('tls_cost_lab_cpu_per_request_ci95_low_seconds', at, { tier: 'app' })).toBe(low);
      expect(figureOf('tls_cost_lab_requests_per_second', at)).toBe(point.reqPerSec.mean);
      const p999 = point.latencyMs && point.latencyMs.p999 / 1000;
      expect(figureOf('tls_cost_lab_latency_seconds', at, { quantile: '0.999' })).toBe(p999);
      expect(figureOf('tls_cost_lab_requests', at, { tier: 'app' })).toBe(point.tiers.app?.requests);
    }
  });

  it('has no sample twice, although a point may carry one warning twice', () => {
    const [first] = foreignRun.points;
    const warning = { code: 'errors', message: '', values: {} } as const;
    const points = first ? [{ ...first, warnings: [warning, warning] }] : [];
    const names = readOpenMetrics(runToOpenMetrics({ ...foreignRun, points }));
    expect(names.filter(({ name }) => name === 'tls_cost_lab_warning_info')).toHaveLength(1);
  });

  it('says of every sample whether it may stand as a result', () => {
    const invalid = samples.filter(({ labels }) => labels.valid === 'false');
    expect(new Set(invalid.map(({ labels }) => labels.point))).toEqual(new Set(['2']));
  });

  it('carries foreign text whole but for what nobody sees', () => {
    const info = samples.find(({ family }) => family === 'tls_cost_lab_run');
    expect(info?.labels.cpu_model).toBe(
      foreignText.replace('\u202e', '‹U+202E›').replace('\u0007', '‹U+0007›'),
    );
  });
});

describe('the columns of the CSV', () => {
  it('are those that are described, each once and with its unit where its name has one', () => {
    const header = runToCsv(suiteRun).split('\r\n')[0]?.split(',');
    expect(header).toEqual(csvColumns.map(({ name }) => name));
    expect(new Set(header).size).toBe(csvColumns.length);
    const units: Record<string, string> = {
      Us: 'µs',
      Ms: 'ms',
      Bytes: 'bytes',
      Cores: 'cores',
      PerSec: '1/s',
    };
    for (const { name, unit, meaning } of csvColumns) {
      expect(meaning).toMatch(/^\S.*\.$/);
      const ending = /(Us|Ms|Bytes|Cores|PerSec)(?:PerRequest)?(?:_\w+)?$/.exec(name)?.[1];
      if (ending !== undefined) expect([name, unit]).toEqual([name, units[ending]]);
    }
  });

  it('leave what is not on the path empty', () => {
    const run: Run = { ...suiteRun, points: suiteRun.points.slice(0, 1) };
    const [header = '', row = ''] = runToCsv(run).split('\r\n');
    expect(row.split(',')[header.split(',').indexOf('proxy_cpuUsPerRequest_mean')]).toBe('');
  });
});
