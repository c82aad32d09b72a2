import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig, isComparable, measuredTopologies, parseConfig } from '../../shared/config.ts';
import { LabError } from '../../shared/fault.ts';

function faultOf(input: unknown) {
  try {
    parseConfig(input);
  } catch (error) {
    if (error instanceof LabError) return error.fault;
    throw error;
  }
  return undefined;
}

const withWorkload = (change: object) => ({
  ...defaultConfig,
  workload: { ...defaultConfig.workload, ...change },
});

describe('parseConfig', () => {
  it('accepts the defaults and every bound', () => {
    for (const change of [
      {},
      { bodyBytes: 0 },
      { bodyBytes: 16_777_216 },
      { connections: 10_000 },
      { reuse: 7 },
    ]) {
      expect(parseConfig(withWorkload(change))).toEqual(withWorkload(change));
    }
  });

  it.each([
    [withWorkload({ bodyBytes: -1 }), 'workload.bodyBytes', '-1', '0 to 16777216'],
    [withWorkload({ bodyBytes: 16_777_217 }), 'workload.bodyBytes', '16777217', '0 to 16777216'],
    [withWorkload({ connections: 10_001 }), 'workload.connections', '10001', '1 to 10000'],
    [withWorkload({ connections: 1.5 }), 'workload.connections', '1.5', 'whole number'],
    [withWorkload({ reuse: 'sometimes' }), 'workload.reuse', '"sometimes"', 'keep-alive, new'],
    [withWorkload({ protocol: 'h3' }), 'workload.protocol', '"h3"', 'h1 or h2'],
    [withWorkload({ speed: 1 }), 'workload.speed', '1', 'no such field'],
    [{ ...defaultConfig, topology: 'T9' }, 'topology', '"T9"', 'T0, T1, T2, T3'],
    [
      { ...defaultConfig, tls: { ...defaultConfig.tls, version: '1.1' } },
      'tls.version',
      '"1.1"',
      '1.3 or 1.2',
    ],
    [{ ...defaultConfig, tls: undefined }, 'tls', 'nothing', ''],
    ['text', 'config', '"text"', ''],
    [null, 'config', 'null', ''],
  ])('names the field, what was given and what is allowed (%#)', (input, field, given, allowed) => {
    const fault = faultOf(input);
    expect(fault?.code).toBe('bad-config');
    expect(fault?.field).toBe(field);
    expect(fault?.given).toBe(given);
    expect(fault?.message).toContain(allowed);
    expect(fault?.message).toContain(field);
  });

  it('refuses whatever is no configuration with a fault, and never with anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(faultOf(input)?.code).toBe('bad-config');
      }),
    );
  });
});

describe('measuredTopologies', () => {
  it('is the one topology in Solo, and the compared ones without repeats and in order in Compare', () => {
    expect(measuredTopologies({ ...defaultConfig, topology: 'T2' })).toEqual(['T2']);
    expect(measuredTopologies({ ...defaultConfig, mode: 'compare', compared: ['T3', 'T1', 'T3'] })).toEqual([
      'T1',
      'T3',
    ]);
  });
});

describe('isComparable', () => {
  it('holds between topologies and modes, and not between workloads or TLS settings', () => {
    expect(isComparable(defaultConfig, { ...defaultConfig, topology: 'T3', mode: 'compare' })).toBe(true);
    expect(isComparable(defaultConfig, parseConfig(withWorkload({ bodyBytes: 1 })))).toBe(false);
    expect(
      isComparable(defaultConfig, { ...defaultConfig, tls: { ...defaultConfig.tls, resumption: false } }),
    ).toBe(false);
  });
});
