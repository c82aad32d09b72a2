import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EngineCatalogue } from '../../electron/lab/engine-catalogue.ts';
import type { EngineState } from '../../shared/engine-state.ts';

const isLinux = process.platform === 'linux';
const skipped = isLinux ? '' : ' (skipped: engines are measured on Linux only)';

const dir = mkdtempSync(path.join(tmpdir(), 'engine-finder-'));
const file = path.join(dir, 'nginx');
const log = path.join(dir, 'asked');
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A program that says what nginx says of itself, and notes that it was asked. */
function install(version: string, options = { mode: 0o755 }): void {
  rmSync(file, { force: true });
  const script = `#!/bin/sh\necho ${version} >> ${log}\necho "nginx version: nginx/${version}" >&2\n`;
  writeFileSync(file, script, options);
}

describe.skipIf(!isLinux)(`an engine while the lab runs${skipped}`, () => {
  const catalogue = new EngineCatalogue({ paths: { nginx: file }, ownConfigs: {} });
  const nginxState = async (): Promise<EngineState | undefined> =>
    (await catalogue.states()).find(({ id }) => id === 'nginx');

  it('is found as soon as it is installed, and may be run', async () => {
    expect(await nginxState()).toMatchObject({ isThere: false });
    await expect(catalogue.found('nginx')).rejects.toThrow(`${file} is not there`);
    install('1.0.1', { mode: 0o644 });
    expect(await nginxState()).toMatchObject({ isThere: false });
    install('1.0.1');
    expect(await nginxState()).toMatchObject({ isThere: true, version: '1.0.1' });
    expect(await catalogue.found('nginx')).toMatchObject({ file, version: '1.0.1' });
  });

  it('is asked for its version again only when it is another file', async () => {
    writeFileSync(log, '');
    install('1.0.2');
    for (let looks = 0; looks < 3; looks++)
      expect(await nginxState()).toMatchObject({ isThere: true, version: '1.0.2' });
    expect(readFileSync(log, 'utf8')).toBe('1.0.2\n');
    install('1.0.30');
    expect(await nginxState()).toMatchObject({ version: '1.0.30' });
    expect(await catalogue.facts('nginx', 'proxy')).toMatchObject({ version: '1.0.30' });
  });

  it('is missed as soon as it is gone', async () => {
    rmSync(file);
    expect(await nginxState()).toMatchObject({ isThere: false });
    await expect(catalogue.found('nginx')).rejects.toThrow('is not there');
  });
});
