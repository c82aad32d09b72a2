import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounds, type Config, defaultConfig, parseConfig } from '../../../shared/config.ts';
import { LabError } from '../../../shared/fault.ts';
import type { Service } from '../../../shared/service.ts';
import { shareSettings } from '../../../shared/share/settings-document.ts';
import {
  maxSettingsLength,
  parseSharedSettings,
  settingsAddress,
  settingsCode,
  settingsFileText,
  settingsLink,
} from '../../../shared/share/settings-text.ts';
import { topologyIds } from '../../../shared/topologies.ts';
import { engines, keyTypes, methods, protocols, tlsVersions } from '../../../shared/words.ts';

const whole = ({ min, max }: { min: number; max: number }) => fc.integer({ min, max });
const rttMs = fc.double({ ...bounds.rttMs, noNaN: true });
const some = <T>(words: readonly T[]) => fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 });

const configs: fc.Arbitrary<Config> = fc.record(
  {
    mode: fc.constantFrom('solo', 'compare'),
    topology: fc.constantFrom(...topologyIds),
    proxy: fc.constantFrom(...engines),
    compared: some(topologyIds),
    comparedProxies: some(engines),
    workload: fc.record({
      bodyBytes: whole(bounds.bodyBytes),
      method: fc.constantFrom(...methods),
      reuse: fc.oneof(fc.constantFrom('keep-alive', 'new'), whole(bounds.requestsPerConnection)),
      connections: whole(bounds.connections),
      protocol: fc.constantFrom(...protocols),
      streamsPerConnection: whole(bounds.streamsPerConnection),
      load: fc.oneof(
        fc.constant({ kind: 'closed' } as const),
        fc.record({ kind: fc.constant('open' as const), ratePerSec: whole(bounds.ratePerSec) }),
      ),
    }),
    tls: fc.record({
      version: fc.constantFrom(...tlsVersions),
      key: fc.constantFrom(...keyTypes),
      resumption: fc.boolean(),
    }),
    network: fc.record(
      { innerRttMs: rttMs, outerRttMs: rttMs, innerWire: fc.constant(true as const) },
      { requiredKeys: ['innerRttMs', 'outerRttMs'] },
    ),
  },
  { noNullPrototype: true },
);

const service: Service = {
  plaintextUrl: 'http://bücher.test:8080/catalogue?key=secret-1#secret-2',
  tlsUrl: 'https://[::1]:8443/',
  caFile: '/home/me/secret-3.pem',
  method: 'DELETE',
  path: '/v1/items?token=secret-4',
  headers: [{ name: 'Authorization', value: 'Bearer secret-5' }],
  bodyFile: '/home/me/secret-6.json',
  anyLength: true,
  process: { kind: 'command', command: 'node secret-7.js' },
};
const withService = (change: Partial<Service> = {}): Config => ({
  ...defaultConfig,
  service: { ...service, ...change },
});

const linkOf = (document: unknown) =>
  settingsLink(Buffer.from(JSON.stringify(document)).toString('base64url'));
const schema = 'tls-cost-lab/settings@1';

function refusalOf(text: string): string {
  try {
    parseSharedSettings(text);
  } catch (error) {
    if (error instanceof LabError && error.fault.code === 'bad-link') return error.fault.message;
    throw error;
  }
  return 'opened';
}

describe('settings in a link, an address or a file', () => {
  it('come back as they were, whatever they are', () => {
    fc.assert(
      fc.property(configs, (config) => {
        const code = settingsCode(config);
        const texts = [
          settingsLink(code),
          settingsLink(code).replace('settings?', 'settings/?'),
          settingsAddress('http://127.0.0.1:8080', code),
          settingsAddress('http://localhost', code),
          ` ${settingsFileText(config)}\n`,
        ];
        for (const text of texts) {
          expect(parseSharedSettings(text)).toEqual({ config: parseConfig(config), service: undefined });
        }
        expect(settingsLink(code)).toMatch(/^tls-cost-lab:\/\/settings\?c=[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it('are short, and say nothing of what is as usual', () => {
    expect(JSON.parse(settingsFileText(defaultConfig))).toEqual({ schema });
    expect(settingsLink(settingsCode(defaultConfig)).length).toBeLessThan(90);
    const longer = {
      ...defaultConfig.workload,
      bodyBytes: 20_000,
      load: { kind: 'open', ratePerSec: 50 },
    } as const;
    expect(shareSettings({ ...defaultConfig, workload: longer }).document).toEqual({
      schema,
      workload: { bodyBytes: 20_000, load: { kind: 'open', ratePerSec: 50 } },
    });
  });

  it('mean the same for ever: what a link of version 1 leaves out is this', () => {
    expect(parseSharedSettings(linkOf({ schema })).config).toEqual({
      mode: 'solo',
      topology: 'T1',
      proxy: 'builtin',
      compared: ['T0', 'T1', 'T2', 'T3'],
      comparedProxies: ['builtin'],
      workload: {
        bodyBytes: 256,
        method: 'GET',
        reuse: 'keep-alive',
        connections: 64,
        protocol: 'h1',
        streamsPerConnection: 1,
        load: { kind: 'closed' },
      },
      tls: { version: '1.3', key: 'ecdsa-p256', resumption: true },
      network: { innerRttMs: 0, outerRttMs: 0 },
    });
  });

  it('carry no secret of a service, nor anything that runs, and say what was kept back', () => {
    const { document, keptBack } = shareSettings(withService());
    expect(JSON.stringify(document)).not.toMatch(/secret|home|node/);
    expect(keptBack).toEqual(['caFile', 'query', 'headers', 'bodyFile', 'anyLength', 'process']);
    expect(shareSettings(withService({ process: { kind: 'pid', pid: 7 } })).keptBack).toContain('process');
    const bare: Service = {
      plaintextUrl: 'http://127.0.0.1:81/a',
      method: 'GET',
      headers: [],
      anyLength: false,
    } as const;
    expect(shareSettings({ ...defaultConfig, service: bare }).keptBack).toEqual([]);
  });

  it('name a service beside the settings, never in them', () => {
    const opened = parseSharedSettings(settingsLink(settingsCode(withService())));
    expect(opened.config).toEqual(defaultConfig);
    expect(opened.service).toEqual({
      plaintextUrl: 'http://xn--bcher-kva.test:8080/catalogue',
      tlsUrl: 'https://[::1]:8443/',
      method: 'DELETE',
      path: '/v1/items',
      headers: [],
      anyLength: false,
    });
  });
});

const named = { plaintextUrl: 'http://127.0.0.1:81/', method: 'GET' };

describe('what is no settings of ours is refused', () => {
  it.each<[string, string, string]>([
    ['nothing', '  ', 'nothing was given'],
    ['garbage', 'hello there', '"hello there" is no JSON'],
    ['another link', 'tls-cost-lab://start?c=e30', 'is no link with settings'],
    ['another address', 'http://203.0.113.7/?c=e30', 'is no link with settings'],
    ['a field beside it', `${linkOf({ schema })}&token=1`, 'is no link with settings'],
    ['a link that was cut', linkOf({ schema, mode: 'compare' }).slice(0, -1), 'damaged, or was cut short'],
    ['a link without settings', 'tls-cost-lab://settings?c=', 'cut short'],
    ['a link that carries no JSON', settingsLink('aGVsbG8'), 'damaged'],
    ['a list', '[]', 'the document: [] was given'],
    ['no schema', '{}', 'schema: nothing was given'],
    ['another version', linkOf({ schema: 'tls-cost-lab/settings@2' }), 'settings@2'],
    ['a run', JSON.stringify({ schema: 'tls-cost-lab/run@1', points: [] }), 'tls-cost-lab/run@1'],
    ['an unknown field', linkOf({ schema, start: true }), 'start: true was given; allowed: no such field'],
    ['an unknown field inside', linkOf({ schema, tls: { cipher: 'x' } }), 'tls.cipher'],
    ['a prototype', `{"schema":"${schema}","__proto__":{"mode":"compare"}}`, '__proto__'],
    ['no group', linkOf({ schema, workload: null }), 'workload: null'],
    ['a wrong value', linkOf({ schema, workload: { bodyBytes: -1 } }), 'a whole number from 0 to 16777216'],
    ['a wrong word', linkOf({ schema, topology: 'T9' }), 'topology: "T9" was given; allowed: T0, T1'],
    ['a command', linkOf({ schema, service: { ...named, process: { kind: 'command' } } }), 'service.process'],
    ['header values', linkOf({ schema, service: { ...named, headers: [] } }), 'service.headers'],
    ['a body file', linkOf({ schema, service: { ...named, bodyFile: '/etc/passwd' } }), 'service.bodyFile'],
    ['a confirmation', linkOf({ schema, confirmedHosts: [] }), 'confirmedHosts'],
    [
      'a URL of a file',
      linkOf({ schema, service: { ...named, plaintextUrl: 'file:///x' } }),
      'service.plaintextUrl',
    ],
    ['a path with blanks', linkOf({ schema, service: { ...named, path: '/a b' } }), 'service.path'],
    ['too much', `{"schema":"${schema}"}${' '.repeat(10)}${'x'.repeat(maxSettingsLength)}`, 'more than 8192'],
  ])('%s', (_what, text, words) => {
    const message = refusalOf(text);
    expect(message).toContain(words);
    expect(message).toContain('Nothing was changed');
    expect(message.length).toBeLessThan(600);
  });

  it('whatever it is, with no other error', () => {
    fc.assert(fc.property(fc.string(), (text) => refusalOf(text) !== 'opened'));
    fc.assert(fc.property(fc.json(), (json) => refusalOf(json) !== 'opened'));
    fc.assert(fc.property(fc.base64String(), (code) => refusalOf(settingsLink(code)) !== 'opened'));
  });

  it('and a link that nobody could open is not made', () => {
    const path = `/${'a'.repeat(maxSettingsLength)}` as const;
    expect(() => settingsCode(withService({ path }))).toThrow(/8192 characters.*too long/);
  });
});
