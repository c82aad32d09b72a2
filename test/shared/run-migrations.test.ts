import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRun } from '../../shared/read-run.ts';
import { runSchema, type Warning } from '../../shared/result.ts';

/** As the command line of commit 677274e printed it: before suites, turns and gates. */
const text = readFileSync(new URL('../fixtures/runs/of-the-first-version.json', import.meta.url), 'utf8');
const printed = JSON.parse(text);

/** The same with warnings that the first version gave. */
function withWarning(warning: Warning, errors: { total: number; byKind: Record<string, number> }): string {
  const [point] = printed.points;
  return JSON.stringify({ ...printed, points: [{ ...point, errors, warnings: [warning] }] });
}

describe('a run that the first version printed', () => {
  it('is no document of today’s shape by itself', () => {
    expect(runSchema.safeParse(printed).success).toBe(false);
  });

  it('opens with its figures untouched, and says what is not known of it', () => {
    const { run, notices, unknownFields } = readRun('first.json', text);
    expect(run.points).toEqual(
      printed.points.map((point: object) => ({ ...point, turns: [], failedGates: [] })),
    );
    expect(notices.map(({ code }) => code)).toEqual(['turns-unknown', 'gates-derived']);
    expect(unknownFields).toEqual([]);
  });

  it('opens too from before servers’ CPU was summed and handshakes of the windows counted', () => {
    const points = printed.points.map(
      ({ serverCpuUsPerRequest: _sum, ...point }: Record<string, unknown>) => ({
        ...point,
        hops: [{ from: 'client', to: 'app', security: 'tls', rttMs: 0, handshakes: { full: 4, resumed: 0 } }],
      }),
    );
    const { run } = readRun('first.json', JSON.stringify({ ...printed, points }));
    expect(run.points[0]?.serverCpuUsPerRequest).toBeUndefined();
  });

  it('fails the gates of its warnings: one failed request in a hundred thousand is none, a wrong body is', () => {
    const warning: Warning = { code: 'errors', message: 'x', values: { errors: 1, requests: 1e5 } };
    const gatesOf = (changed: string) => readRun('first.json', changed).run.points[0]?.failedGates;
    const { requests } = printed.points[0];
    expect(gatesOf(withWarning(warning, { total: 1, byKind: { reset: 1 } }))).toEqual([]);
    expect(gatesOf(withWarning(warning, { total: requests, byKind: { reset: requests } }))).toEqual([
      'errors',
    ]);
    expect(gatesOf(withWarning(warning, { total: 1, byKind: { 'body-length': 1 } }))).toEqual(['errors']);
    const saturated: Warning = { code: 'client-saturated', message: 'x', values: { utilisation: 0.95 } };
    expect(gatesOf(withWarning(saturated, { total: 0, byKind: {} }))).toEqual(['client-saturated']);
  });
});

describe('a run of today', () => {
  it('is read without a notice', () => {
    const points = printed.points.map((point: object) => ({ ...point, turns: [], failedGates: [] }));
    expect(readRun('now.json', JSON.stringify({ ...printed, points })).notices).toEqual([]);
  });
});
