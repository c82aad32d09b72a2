import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { runSchema } from '../../shared/result.ts';
import { settingsCode, settingsFileText, settingsLink } from '../../shared/share/settings-text.ts';
import { type OwnService, startOwnService } from '../helpers/own-service.ts';
import { runCli } from '../helpers/terminal.ts';

const quick = ['--duration', '0.5', '--cap', '0.5', '--warmup', '0', '--json'];
const run = (...flags: string[]) => runCli('run', ...flags, ...quick);
const config: Config = {
  ...defaultConfig,
  mode: 'compare',
  compared: ['T0', 'T2'],
  workload: {
    ...defaultConfig.workload,
    bodyBytes: 1_234,
    connections: 3,
    streamsPerConnection: 7,
    load: { kind: 'open', ratePerSec: 300 },
  },
  tls: { version: '1.2', key: 'rsa-2048', resumption: false },
  network: { innerRttMs: 1.5, outerRttMs: 0 },
};
const link = settingsLink(settingsCode(config));
const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-'));
const file = path.join(folder, 'mine.tls-cost-lab.json');
writeFileSync(file, settingsFileText(config));
const large = path.join(folder, 'large.json');
writeFileSync(large, 'x'.repeat(1_000_000));

let own: OwnService | undefined;
afterEach(async () => {
  await own?.stop();
  own = undefined;
});

describe('run --settings', () => {
  it('measures what a link says, and what was typed instead', async () => {
    const ended = await run('--settings', link, '--body', '99');
    expect(ended.code, ended.stderr).toBe(0);
    const { points } = runSchema.parse(JSON.parse(ended.stdout));
    expect(points.map(({ topology }) => topology)).toEqual(['T0', 'T2']);
    for (const { workload, tls, network } of points) {
      expect(workload).toEqual({ ...config.workload, bodyBytes: 99, streamsPerConnection: 1 });
      expect({ tls, network }).toEqual({ tls: config.tls, network: config.network });
    }
  });

  it('measures what a file says', async () => {
    const ended = await run('--settings', file, '--topology', 'T0');
    expect(ended.code, ended.stderr).toBe(0);
    const [point, ...more] = runSchema.parse(JSON.parse(ended.stdout)).points;
    expect(more).toEqual([]);
    expect(point?.workload.bodyBytes).toBe(1_234);
  });

  it.each([
    [link.slice(0, -3), 'damaged, or was cut short'],
    [path.join(folder, 'none.json'), "which can't be read"],
    [large, 'more than 8192 characters'],
  ])('is refused when they can not be read (%#)', async (settings, words) => {
    const ended = await run('--settings', settings);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('--settings');
    expect(ended.stderr).toContain(words);
  });

  it('sends nothing to a service that they name until it is typed', async () => {
    own = await startOwnService();
    const service = {
      plaintextUrl: `${own.url}/named`,
      method: 'GET',
      headers: [],
      anyLength: false,
    } as const;
    const naming = settingsLink(settingsCode({ ...config, service: { ...service, headers: [] } }));
    const refused = await run('--settings', naming, '--topology', 'T0');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`--service ${own.url}/named`);
    expect((await own.asked()).asked).toBe(0);
    const ended = await run('--settings', naming, '--topology', 'T0', '--service', service.plaintextUrl);
    expect(ended.code, ended.stderr).toBe(0);
    expect((await own.asked()).last.url).toBe('/named');
  });
});
