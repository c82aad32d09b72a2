import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../../electron/host/host.ts';
import type { OpenHost } from '../../electron/host/host-interface.ts';
import type { HostEvent } from '../../shared/api.ts';
import { type Config, defaultConfig } from '../../shared/config.ts';
import { settingsCode, settingsFileText, settingsLink } from '../../shared/share/settings-text.ts';
import { eventually } from '../helpers/eventually.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { type OwnService, startOwnService } from '../helpers/own-service.ts';

const shared: Config = {
  ...defaultConfig,
  topology: 'T2',
  workload: { ...defaultConfig.workload, bodyBytes: 20_000 },
  network: { innerRttMs: 2.5, outerRttMs: 0 },
};
const link = settingsLink(settingsCode(shared));

let host: OpenHost;
let own: OwnService;
let settingsFile: string;
const events: HostEvent[] = [];
const kinds = () => events.map(({ kind }) => kind);
const phase = async () => (await host.calls.snapshot()).status.phase.kind;
const points = async () =>
  (await host.calls.snapshot()).events.flatMap((event) => (event.kind === 'points' ? event.points : []));
const remembered = async () =>
  (await host.calls.snapshot()).events.filter(({ kind }) => kind === 'settings-opened');

async function measureLive(): Promise<void> {
  events.length = 0;
  await host.calls.start();
  await eventually('a figure', () =>
    events.some((event) => event.kind === 'points' && event.points.length > 0),
  );
}

/** Long enough for a load that had been started to ask for something. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 600));

beforeAll(async () => {
  own = await startOwnService();
  settingsFile = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');
  host = await createHost({ rolesDir, settingsFile });
  host.subscribe((event) => events.push(event));
});
afterAll(async () => {
  await host?.dispose();
  await own?.stop();
});

describe('settings from a link or a file', () => {
  it('set the controls of an idle lab, and start nothing', async () => {
    const before = (await host.calls.snapshot()).status.config;
    expect(await host.calls.openSettings(link)).toEqual({ config: shared, before, stopped: false });
    await aMoment();
    const { status } = await host.calls.snapshot();
    expect(status.config).toEqual(shared);
    expect(status.phase).toEqual({ kind: 'idle' });
    expect(kinds()).not.toContain('sample');
    expect(await remembered()).toHaveLength(1);
    await eventually('the settings to be kept', () => readFileSync(settingsFile, 'utf8').includes('20000'));
  });

  it('stop what is measured live, and lose none of its figures', async () => {
    await host.calls.configure(defaultConfig);
    await measureLive();
    expect(await remembered()).toEqual([]);
    const opened = await host.calls.openSettings(settingsFileText(shared));
    expect(opened).toMatchObject({ stopped: true, before: defaultConfig, config: shared });
    expect(await phase()).toBe('idle');
    events.length = 0;
    await aMoment();
    expect(kinds()).not.toContain('sample');
    const [kept] = await points();
    expect(kept?.point.workload.bodyBytes).toBe(defaultConfig.workload.bodyBytes);
    expect((await host.calls.snapshot()).status.config).toEqual(shared);
    await host.calls.configure(opened.before);
    expect(await points()).toEqual([kept]);
  });

  it('name a service, which is neither put in place nor asked for anything', async () => {
    const service = {
      plaintextUrl: `${own.url}/named`,
      method: 'DELETE',
      headers: [],
      anyLength: false,
    } as const;
    const naming = settingsLink(settingsCode({ ...shared, service: { ...service, headers: [] } }));
    const opened = await host.calls.openSettings(naming);
    expect(opened.service).toEqual(service);
    expect(opened.config.service).toBeUndefined();
    await measureLive();
    await host.calls.stop();
    expect((await own.asked()).asked).toBe(0);
  });

  it('that can not be read change nothing, and measuring goes on', async () => {
    await measureLive();
    const { config } = (await host.calls.snapshot()).status;
    for (const [text, words] of [
      ['hello', 'is no JSON'],
      [undefined, 'nothing was given'],
      [link.slice(0, -2), 'damaged, or was cut short'],
    ] as const) {
      await expect(host.calls.openSettings(text)).rejects.toMatchObject({
        fault: { code: 'bad-link', message: expect.stringContaining(words) },
      });
    }
    expect((await host.calls.snapshot()).status.config).toEqual(config);
    expect(['preparing', 'running']).toContain(await phase());
    await host.calls.stop();
  });

  it('do not end a suite, and whoever handed them over hears why', async () => {
    await host.calls.configure(defaultConfig);
    await host.calls.startSuite({
      experiments: ['A'],
      topologies: ['T0'],
      proxies: ['builtin'],
      quick: true,
    });
    events.length = 0;
    await host.openLink(link);
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'fault',
        fault: expect.objectContaining({ code: 'long-measurement-under-way' }),
      }),
    );
    await eventually('the suite to go on', () => kinds().includes('suite'));
    expect(await phase()).toBe('suite');
    expect((await host.calls.snapshot()).status.config).toEqual(defaultConfig);
    await host.calls.cancelSuite();
  });

  it('do not end the handshake lab either, even one that has not begun yet', async () => {
    await host.calls.startHandshakes({ handshakes: 20, otherRuntimes: false });
    await expect(host.calls.openSettings(link)).rejects.toMatchObject({
      fault: { code: 'long-measurement-under-way' },
    });
    await host.calls.cancelHandshakes();
    await host.calls.openSettings(link);
    expect((await host.calls.snapshot()).status.config).toEqual(shared);
  });
});
