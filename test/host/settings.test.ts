import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultSettings, readSettings, writeSettings } from '../../electron/host/settings.ts';
import { topologyIds } from '../../shared/topologies.ts';

const freshFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'deep', 'settings.json');

describe('settings', () => {
  it('are the defaults where there is no file, without a fault', async () => {
    expect(await readSettings(freshFile())).toEqual({ settings: defaultSettings });
  });

  it('come back as they were written, and leave no draft behind', async () => {
    const file = freshFile();
    const settings = { ...defaultSettings, preferences: { theme: 'dark', language: 'vi' } } as const;
    await Promise.all([writeSettings(file, settings), writeSettings(file, settings)]);
    expect(await readSettings(file)).toEqual({ settings });
    expect(readdirSync(path.dirname(file))).toEqual(['settings.json']);
  });

  it('of version 1 are taken over: a closed loop on one machine', async () => {
    const file = freshFile();
    await writeSettings(file, defaultSettings);
    const { load: _load, ...workload } = { ...defaultSettings.config.workload, bodyBytes: 7 };
    const { network: _network, ...config } = { ...defaultSettings.config, workload };
    writeFileSync(file, JSON.stringify({ version: 1, ...defaultSettings, config }));
    const { settings, fault } = await readSettings(file);
    expect(fault).toBeUndefined();
    expect(settings.config).toEqual({
      ...defaultSettings.config,
      workload: { ...defaultSettings.config.workload, bodyBytes: 7 },
    });
  });

  it('written before there were more topologies keep what they compare', async () => {
    const file = freshFile();
    const compared = ['T0', 'T2', 'T3'] as const;
    await writeSettings(file, {
      ...defaultSettings,
      config: { ...defaultSettings.config, compared: [...compared] },
    });
    expect((await readSettings(file)).settings.config.compared).toEqual(compared);
    expect(defaultSettings.config.compared).toEqual(['T0', 'T1', 'T2', 'T3']);
  });

  it('keep a choice of the newer topologies', async () => {
    const file = freshFile();
    const config = { ...defaultSettings.config, topology: 'T5' as const, compared: [...topologyIds] };
    await writeSettings(file, { ...defaultSettings, config });
    expect(await readSettings(file)).toEqual({ settings: { ...defaultSettings, config } });
  });

  it('of before there were services of one’s own hold, and have confirmed no host', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');
    const { confirmedHosts: _none, ...before } = defaultSettings;
    writeFileSync(file, JSON.stringify({ version: 3, ...before }));
    expect(await readSettings(file)).toEqual({ settings: defaultSettings });
  });

  it('keep a confirmed host beside the configuration, never in it', async () => {
    const file = freshFile();
    const confirmedHosts = [{ host: 'away.test', ratePerSec: 50, timeS: 60 }];
    await writeSettings(file, { ...defaultSettings, confirmedHosts });
    expect((await readSettings(file)).settings.confirmedHosts).toEqual(confirmedHosts);
    const config = { ...defaultSettings.config, confirmedHosts };
    writeFileSync(file, JSON.stringify({ version: 3, ...defaultSettings, config }));
    const { settings, fault } = await readSettings(file);
    expect({ code: fault?.code, confirmed: settings.confirmedHosts }).toEqual({
      code: 'settings-unreadable',
      confirmed: [],
    });
  });

  it.each([
    ['{"version":1,', 'JSON'],
    ['', 'JSON'],
    [JSON.stringify({ ...defaultSettings, version: 99 }), 'version'],
    [
      JSON.stringify({ version: 2, ...defaultSettings, preferences: { theme: 'pink', language: 'en' } }),
      '"pink"',
    ],
  ])(
    'that are damaged (%#) are set aside as they were, named in a fault, and replaced by the defaults',
    async (text, words) => {
      const file = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');
      writeFileSync(file, text);
      const { settings, fault } = await readSettings(file);
      expect(settings).toEqual(defaultSettings);
      expect(fault?.code).toBe('settings-unreadable');
      expect(fault?.message).toContain(words);
      const [aside = ''] = readdirSync(path.dirname(file));
      expect(aside).toContain('damaged');
      expect(readFileSync(path.join(path.dirname(file), aside), 'utf8')).toBe(text);
    },
  );

  it('that cannot be written say so', async () => {
    await expect(writeSettings('/dev/null/settings.json', defaultSettings)).rejects.toMatchObject({
      fault: { code: 'settings-unwritable' },
    });
  });
});
