import { describe, expect, it } from 'vitest';
import { defaultConfig, parseConfig } from '../../shared/config.ts';
import { toFault } from '../../shared/fault.ts';
import { assertServes, isAskedFor, type Service } from '../../shared/service.ts';
import { variantKey, variantOf } from '../../shared/variant.ts';

const service: Service = {
  plaintextUrl: 'http://127.0.0.1:8080/path?x=1',
  method: 'GET',
  headers: [],
  anyLength: false,
};

function faultOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    return toFault(error);
  }
  throw new Error('It was not refused.');
}

describe('a service of one’s own in the configuration', () => {
  it('may be absent, as in settings from before there was any', () => {
    expect(parseConfig(defaultConfig)).toEqual(defaultConfig);
    expect(parseConfig({ ...defaultConfig, service }).service).toEqual(service);
  });

  it.each<[object, string]>([
    [{ plaintextUrl: undefined }, 'service.plaintextUrl'],
    [{ plaintextUrl: 'https://127.0.0.1/' }, 'service.plaintextUrl'],
    [{ plaintextUrl: 'http://user:secret@127.0.0.1/' }, 'service.plaintextUrl'],
    [{ tlsUrl: 'http://127.0.0.1/' }, 'service.tlsUrl'],
    [{ method: 'HEAD' }, 'service.method'],
    [{ path: 'no-slash' }, 'service.path'],
    [{ path: '/a b' }, 'service.path'],
    [{ path: '/a\r\nHost: x' }, 'service.path'],
    [{ headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }] }, 'service.headers.value'],
    [{ headers: [{ name: 'Content-Length', value: '1' }] }, 'service.headers.name'],
    [{ headers: [{ name: 'transfer-encoding', value: 'chunked' }] }, 'service.headers.name'],
    [{ process: { kind: 'pid', pid: 0 } }, 'service.process.pid'],
    [{ process: { kind: 'unit', unit: '--help' } }, 'service.process.unit'],
    [{ process: { kind: 'pid', pid: 1, command: 'x' } }, 'service.process.command'],
    [{ confirmed: true }, 'service.confirmed'],
  ])('with %j is refused by the name of the field', (change, field) => {
    const fault = faultOf(() => parseConfig({ ...defaultConfig, service: { ...service, ...change } }));
    expect(fault).toMatchObject({ code: 'bad-config', field });
  });

  it('serves the topologies whose last hop it has a URL for, and no others', () => {
    assertServes(service, ['T0', 'T2']);
    const fault = faultOf(() => assertServes(service, ['T0', 'T1', 'T2', 'T3']));
    expect(fault).toMatchObject({ code: 'bad-service', field: 'service.tlsUrl' });
    expect(fault.message).toMatch(/^T1, T3: the hop to the app is TLS/);
  });

  it('makes another variant of the same topology', () => {
    const own = variantOf('T0', { ...defaultConfig, service });
    expect(variantKey(own)).not.toBe(variantKey(variantOf('T0', defaultConfig)));
  });
});

describe('isAskedFor', () => {
  const facts = { method: 'GET', requestBytes: 0, answerBytes: 1, anyLength: false } as const;
  const measured = { ...facts, origin: 'http://127.0.0.1:8080', path: '/path?x=1' };

  it('knows a point of this service from one of another, of another request, or of the lab’s own app', () => {
    expect(isAskedFor(measured, service)).toBe(true);
    expect(isAskedFor(undefined, undefined)).toBe(true);
    expect(isAskedFor(undefined, service)).toBe(false);
    expect(isAskedFor(measured, undefined)).toBe(false);
    expect(isAskedFor(measured, { ...service, path: '/other' })).toBe(false);
    expect(isAskedFor(measured, { ...service, method: 'PUT' })).toBe(false);
    expect(isAskedFor(measured, { ...service, plaintextUrl: 'http://127.0.0.1:81/path?x=1' })).toBe(false);
  });
});
