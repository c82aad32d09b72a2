import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RoleProcess } from '../../electron/lab/role-process.ts';
import { keptProgramSchema } from '../../shared/role-api.ts';
import { rolesDir } from '../helpers/live-lab.ts';

it('the keeper tells how a program ended also when that was before anyone asked', async () => {
  const { role } = await RoleProcess.start({ name: 'keeper', rolesDir, execPath: undefined });
  const program = keptProgramSchema.parse({
    file: '/bin/sh',
    args: ['-c', 'echo why >&2; exit 3'],
    dir: mkdtempSync(path.join(tmpdir(), 'kept-')),
    env: {},
    stopSignal: 'SIGTERM',
  });
  const started = await role.call('run', program);
  const pid = started !== null && typeof started === 'object' && 'pid' in started ? started.pid : undefined;
  await sleep(300);
  expect(await role.call('exited', pid)).toEqual({ code: 3, signal: null, lastStderr: ['why'] });
  await role.stop();
});
