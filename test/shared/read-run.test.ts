import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../shared/fault.ts';
import { assertRunSize, mostRunBytes, readRun } from '../../shared/read-run.ts';
import type { Run } from '../../shared/result.ts';
import { suitePoints } from './suite-points.ts';

const run: Run = {
  schema: 'tls-cost-lab/run@1',
  id: 'a-run',
  startedAt: '2026-12-03T12:00:00.000Z',
  durationS: 150,
  environment: {
    os: 'Linux 6.18',
    cpuModel: 'a processor',
    cores: 2,
    memoryBytes: 2 ** 34,
    aes: true,
    runtime: { name: 'node', version: '20.20.2', tls: 'OpenSSL 3.0.19' },
  },
  points: suitePoints.slice(0, 3),
};

function faultOf(read: () => unknown) {
  try {
    read();
  } catch (error) {
    if (error instanceof LabError) return error.fault;
    throw error;
  }
  throw new Error('It was read.');
}

describe('a run document from outside', () => {
  it('is read as it was written', () => {
    expect(readRun('run.json', JSON.stringify(run))).toEqual({ run, unknownFields: [], notices: [] });
  });

  it('is read without the fields that this version does not know, which are named once', () => {
    const points = run.points.map((point) => ({
      ...point,
      joules: 3,
      latencyMs: { ...point.latencyMs, p25: 1 },
    }));
    const { run: read, unknownFields } = readRun('run.json', JSON.stringify({ ...run, author: 'x', points }));
    expect(unknownFields).toEqual(['author', 'points.joules', 'points.latencyMs.p25']);
    expect(read).toEqual(run);
  });

  it.each([
    ['', 'run-unreadable', 'run.json is empty'],
    ['{"schema": "tls-cost', 'run-unreadable', 'run.json is no JSON'],
    [`{"schema":"tls-cost-lab/run@1","durationS":NaN}`, 'run-unreadable', 'run.json is no JSON'],
    ['[1, 2]', 'run-unreadable', 'has no schema'],
    ['{"schema":"other/thing@3"}', 'run-unreadable', 'schema "other/thing@3"'],
    ['{"schema":"tls-cost-lab/handshake@1"}', 'run-unreadable', 'of the kind tls-cost-lab/handshake@1'],
    ['{"schema":"tls-cost-lab/run@7"}', 'run-of-another-version', 'tls-cost-lab/run@7'],
  ])('is refused when it is %j', (text, code, words) => {
    const fault = faultOf(() => readRun('run.json', text));
    expect(fault.code).toBe(code);
    expect(fault.message).toContain(words);
  });

  it('is refused with the field’s name when a figure is no number', () => {
    const fault = faultOf(() => readRun('run.json', JSON.stringify({ ...run, durationS: Number.NaN })));
    expect(fault).toMatchObject({ code: 'run-unreadable', field: 'durationS', given: 'null' });
    expect(fault.message).toContain('run.json is damaged');
  });

  it('is refused when it was measured under a setting that this version does not know: its figures mean something else', () => {
    const points = run.points.map((point) => ({ ...point, tls: { ...point.tls, ech: true } }));
    const fault = faultOf(() => readRun('run.json', JSON.stringify({ ...run, points })));
    expect(fault).toMatchObject({ code: 'run-of-another-version', field: 'points.tls.ech' });
  });

  it('is refused unread when it is larger than any run', () => {
    const fault = faultOf(() => assertRunSize('run.json', 200 * 1024 * 1024));
    expect(fault.code).toBe('run-too-large');
    expect(fault.message).toContain('200 MiB');
    expect(() => assertRunSize('run.json', mostRunBytes)).not.toThrow();
  });

  it('whatever it holds, is read or refused by a fault with a code', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(faultOf(() => readRun('run.json', text)).code).toBe('run-unreadable');
      }),
    );
  });
});
