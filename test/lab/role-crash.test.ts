import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';
import { isRunning } from '../helpers/processes.ts';

let live: LiveLab | undefined;
afterEach(async () => {
  await live?.lab.dispose();
  live = undefined;
});

const faultsOf = (lab: LiveLab) =>
  lab.events.flatMap((event) => (event.kind === 'fault' ? [event.fault] : []));

describe('a role that is killed while load runs', () => {
  it.each(['app', 'proxy', 'load'])(
    '%s is restarted, the gap is shown, and measuring goes on',
    async (role) => {
      const lab = await openLiveLab({ topology: 'T3' });
      live = lab;
      lab.lab.start();
      await lab.nextSample();
      const pid = lab.pids().get(role) ?? 0;
      process.kill(pid, 'SIGKILL');
      const afterGap = await eventually('a sample after the gap', () =>
        lab.samples().find((sample) => sample.afterGap),
      );
      expect(afterGap.tiers.app).toBeDefined();
      const fault = faultsOf(lab).find((one) => one.code === 'role-crashed');
      expect(fault?.role).toBe(role);
      expect(fault?.message).toContain('SIGKILL');
      expect(lab.pids().get(role)).not.toBe(pid);
      const resumed = await eventually('load after the gap', () =>
        lab.samples().find((sample) => sample.atMs > afterGap.atMs && (sample.tiers.app?.requests ?? 0) > 0),
      );
      expect(resumed.tiers.client?.requests).toBeGreaterThan(0);
      expect(lab.lab.livePoints()[0]?.point.warnings.map((warning) => warning.code)).toContain('gap');
    },
  );

  it('load is restarted in Compare too', async () => {
    const lab = await openLiveLab({ mode: 'compare', compared: ['T0', 'T2'] });
    live = lab;
    lab.lab.start();
    await lab.nextSample();
    process.kill(lab.pids().get('load') ?? 0, 'SIGKILL');
    await eventually('a sample after the gap', () => lab.samples().find((sample) => sample.afterGap));
  });

  it('is left alone after too many crashes, with a sentence that says so', async () => {
    const lab = await openLiveLab({ topology: 'T0' });
    live = lab;
    lab.lab.start();
    const end = Date.now() + 30_000;
    while (lab.lab.phase.kind !== 'failed' && Date.now() < end) {
      const pid = lab.pids().get('app');
      if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(lab.lab.phase).toMatchObject({ kind: 'failed', fault: { code: 'role-gave-up', role: 'app' } });
  });
});

describe('a role that cannot start', () => {
  it('is named, with the last lines that it wrote', async () => {
    const broken = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-roles-'));
    for (const role of ['app', 'proxy', 'load']) {
      writeFileSync(
        path.join(broken, `${role}.cjs`),
        "console.error('the disk of this role is on fire'); process.exit(7);",
      );
    }
    await expect(openLiveLab({}, { rolesDir: broken })).rejects.toMatchObject({
      fault: { code: 'role-start-failed', lastStderr: ['the disk of this role is on fire'] },
    });
  });
});
