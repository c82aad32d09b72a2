import { describe, expect, it } from 'vitest';
import { awayHost, serviceFromForm } from '../../renderer/controls/service-form.ts';
import { defaultConfig, parseConfig } from '../../shared/config.ts';

const form = (fields: Record<string, string>) => serviceFromForm((name) => fields[name] ?? '');

describe('serviceFromForm', () => {
  it('takes what was typed, and leaves out what was not', () => {
    const service = form({
      plaintextUrl: ' http://127.0.0.1:8080/ ',
      method: 'PUT',
      headers: 'X-A: b: c\n\nAccept:*/*',
      anyLength: 'on',
      process: 'pid',
      processName: '4711',
    });
    expect(parseConfig({ ...defaultConfig, service }).service).toEqual({
      plaintextUrl: 'http://127.0.0.1:8080/',
      method: 'PUT',
      headers: [
        { name: 'X-A', value: 'b: c' },
        { name: 'Accept', value: '*/*' },
      ],
      anyLength: true,
      process: { kind: 'pid', pid: 4711 },
    });
  });

  it.each([
    [{}, 'plaintextUrl'],
    [{ plaintextUrl: 'http://a/', headers: 'no colon' }, 'service.headers.name'],
    [{ plaintextUrl: 'http://a/', process: 'pid', processName: 'nginx' }, 'service.process.pid'],
    [{ plaintextUrl: 'http://a/', process: 'unit' }, 'service.process.unit'],
  ])('leaves it to the configuration to refuse %j', (fields, field) => {
    expect(() => parseConfig({ ...defaultConfig, service: form(fields) })).toThrow(field);
  });
});

it.each([
  ['http://127.0.0.1:80/', undefined],
  ['https://localhost/', undefined],
  ['http://[::1]/', undefined],
  [undefined, undefined],
  ['not yet a URL', undefined],
  ['http://Shop.test:81/x', 'shop.test'],
  ['http://[fd00::2]/', 'fd00::2'],
])('awayHost(%j) is %j', (url, host) => {
  expect(awayHost(url)).toBe(host);
});
