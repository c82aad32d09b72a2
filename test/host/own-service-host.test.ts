import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createHost } from '../../electron/host/host.ts';
import { defaultSettings } from '../../electron/host/settings.ts';
import type { Config } from '../../shared/config.ts';
import { eventually } from '../helpers/eventually.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { type OwnService, ownAddress, startOwnService } from '../helpers/own-service.ts';

const reason = ownAddress() === undefined ? ' (skipped: there is no address but loopback)' : '';

let own: OwnService | undefined;
let host: Awaited<ReturnType<typeof createHost>> | undefined;
afterEach(async () => {
  await host?.dispose();
  await own?.stop();
});

/** Opens a host on settings whose configuration already holds a service on another address than loopback. */
async function openHost(service: OwnService) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'settings.json');
  const load = { kind: 'open', ratePerSec: 20 } as const;
  const config: Config = {
    ...defaultSettings.config,
    topology: 'T0',
    workload: { ...defaultSettings.config.workload, connections: 2, load },
    service: { plaintextUrl: service.url, method: 'GET', headers: [], anyLength: false },
  };
  writeFileSync(file, JSON.stringify({ version: 3, ...defaultSettings, config }));
  const opened = await createHost({ rolesDir, settingsFile: file });
  host = opened;
  let code: string | undefined;
  opened.subscribe((event) => {
    if (event.kind === 'fault') code = event.fault.code;
  });
  const nextFault = async () => {
    await opened.calls.start();
    const found = await eventually('a fault', () => code);
    code = undefined;
    return found;
  };
  return { file, calls: opened.calls, config, nextFault, fault: () => code };
}

describe.skipIf(reason !== '')(`a host whose saved configuration names another host${reason}`, () => {
  it('sends nothing there until the user has said yes to it by name, and then keeps to the caps', async () => {
    own = await startOwnService([], ownAddress());
    const { file, calls, config, nextFault, fault } = await openHost(own);
    expect(await nextFault()).toBe('not-confirmed');
    const address = ownAddress() ?? '';
    await calls.confirmHost({ host: 'other.test', ratePerSec: 50, timeS: 60 });
    expect(await nextFault()).toBe('not-confirmed');
    const yes = { host: address, ratePerSec: 20, timeS: 2 };
    await expect(calls.configure({ ...config, confirmedHosts: [yes] })).rejects.toMatchObject({
      fault: { code: 'bad-config', field: 'confirmedHosts' },
    });
    expect(await nextFault()).toBe('not-confirmed');
    expect((await own.asked()).asked).toBe(0);

    const { confirmedHosts } = await calls.confirmHost(yes);
    expect(confirmedHosts).toContainEqual(yes);
    await calls.start();
    await eventually('the end of its time', () => fault() === 'time-cap-reached');
    const { asked } = await own.asked();
    expect(asked).toBeGreaterThan(10);
    expect(asked).toBeLessThanOrEqual(1 + 2 * 20);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await own.asked()).asked).toBe(asked);

    await host?.dispose();
    host = undefined;
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    expect(kept).toMatchObject({ confirmedHosts: expect.arrayContaining([yes]) });
  });

  it('says what a confirmation lacks', async () => {
    own = await startOwnService([], ownAddress());
    const { calls } = await openHost(own);
    for (const [change, field] of [
      [{ host: '' }, 'host'],
      [{ ratePerSec: 0 }, 'ratePerSec'],
      [{ timeS: 1e9 }, 'timeS'],
    ] as const) {
      const asked = { host: 'a.test', ratePerSec: 50, timeS: 60, ...change };
      await expect(calls.confirmHost(asked)).rejects.toMatchObject({ fault: { code: 'bad-config', field } });
    }
  });
});
