import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EngineFinder } from '../../electron/lab/engine-finder.ts';
import { nginx } from '../../electron/lab/engines/nginx.ts';
import { Lab } from '../../electron/lab/lab.ts';
import { defaultConfig } from '../../shared/config.ts';
import { pointName } from '../../shared/series.ts';
import { variantOf } from '../../shared/variant.ts';
import { engineSupport } from '../helpers/engines.ts';
import { eventually } from '../helpers/eventually.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { childrenOf, kernelCpuUs } from '../helpers/processes.ts';
import { startCli } from '../helpers/terminal.ts';

const skipped = new Map(await engineSupport()).get('nginx') ?? '';
const dir = mkdtempSync(path.join(tmpdir(), 'engines-lost-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Puts a program where the lab was told that nginx is, as an installation does: at once. */
function install(file: string, command: string): void {
  writeFileSync(`${file}.new`, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  renameSync(`${file}.new`, file);
}

describe.skipIf(skipped !== '')(`an engine that is lost in the middle of a run${skipped}`, () => {
  it('keeps the point measured until then, and the others are measured to the end', async () => {
    const real = await new EngineFinder({}).find(nginx);
    const file = path.join(dir, 'nginx');
    install(file, `exec ${'file' in real ? real.file : ''} "$@"`);
    const engines = { paths: { nginx: file }, ownConfigs: {} };
    const lab = await Lab.open({ rolesDir, engines, onEvent: () => {}, onChange: () => {} }, defaultConfig);
    let isLost = false;
    const { points, leftOut, fault } = await lab.measure({
      variants: [variantOf('T2', defaultConfig, 'nginx'), variantOf('T2', defaultConfig)],
      warmUp: { leastMs: 100, mostMs: 100 },
      ticksPerSlice: 1,
      isEnough: ({ measuredS }) => measuredS >= 1.5,
      signal: new AbortController().signal,
      onProgress: (measuredS) => {
        if (isLost || measuredS < 1) return;
        isLost = true;
        install(file, 'echo no more >&2; exit 1');
        process.kill(lab.roles.find(({ role }) => role === 'nginx')?.pid ?? 0, 'SIGKILL');
      },
    });
    await lab.dispose();
    expect(points.map(pointName)).toEqual(['T2·nginx', 'T2']);
    expect(leftOut).toMatchObject([{ proxy: 'nginx', fault: { code: 'engine-missing', role: 'nginx' } }]);
    expect(leftOut?.[0]?.fault.message).toContain('no more');
    expect(fault).toBeUndefined();
    const [lost, kept] = points;
    expect(lost?.requests).toBeGreaterThan(0);
    expect(kept?.slices).toBeGreaterThan(lost?.slices ?? 0);
  });

  it('ends the run where it was the only one, which says so and what is kept', async () => {
    const real = await new EngineFinder({}).find(nginx);
    const file = path.join(dir, 'only-nginx');
    install(file, `exec ${'file' in real ? real.file : ''} "$@"`);
    const flags = ['--proxy', 'nginx', '--engine-path', `nginx=${file}`, '--duration', '20', '--warmup', '0'];
    const started = startCli(['run', '--topology', 'T2', ...flags]);
    const engine = await eventually('nginx under load', () =>
      childrenOf(started.child.pid ?? 0)
        .flatMap(childrenOf)
        .find((pid) => childrenOf(pid).some((worker) => kernelCpuUs(worker) > 200_000)),
    );
    install(file, 'echo no more >&2; exit 1');
    process.kill(engine, 'SIGKILL');
    const { code, stdout, stderr } = await started.ended;
    expect(code).toBe(3);
    const words =
      /The run ended early \(engine-missing\)\. What was measured until then is kept: T2·nginx\. .*no more/;
    expect(stdout).toMatch(words);
    expect(stderr).toMatch(words);
  });
});
