import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EngineCatalogue } from '../../electron/lab/engine-catalogue.ts';
import { Lab } from '../../electron/lab/lab.ts';
import { defaultConfig } from '../../shared/config.ts';
import { noEngineSettings } from '../../shared/engine-state.ts';
import { type Run, runSchema } from '../../shared/result.ts';
import { pointName } from '../../shared/series.ts';
import { variantOf } from '../../shared/variant.ts';
import { engineSupport } from '../helpers/engines.ts';
import { rolesDir } from '../helpers/live-lab.ts';
import { runCli } from '../helpers/terminal.ts';

const skipped = new Map(await engineSupport()).get('nginx') ?? '';
const dir = mkdtempSync(path.join(tmpdir(), 'engines-unfit-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const viaNginx = variantOf('T2', defaultConfig, 'nginx');
const sound =
  skipped === '' ? (await new EngineCatalogue(noEngineSettings).config('nginx', viaNginx, 'proxy')).text : '';

/** Measures nginx under a configuration of one's own beside the built-in proxy. */
async function measureWith(nginx: string): Promise<Run> {
  const engines = { paths: {}, ownConfigs: { nginx } };
  const lab = await Lab.open({ rolesDir, engines, onEvent: () => {}, onChange: () => {} }, defaultConfig);
  try {
    return await lab.measure({
      variants: [viaNginx, variantOf('T2', defaultConfig)],
      warmUp: { leastMs: 100, mostMs: 100 },
      ticksPerSlice: 1,
      isEnough: ({ measuredS }) => measuredS >= 0.5,
      signal: new AbortController().signal,
      onProgress: () => expect(lab.roles.find(({ role }) => role === 'nginx')?.phase).toBe('stopped'),
    });
  } finally {
    await lab.dispose();
  }
}

describe.skipIf(skipped !== '')(`an engine that starts but serves wrongly${skipped}`, () => {
  it.each([
    [
      'a status of its own',
      'proxy_pass http://app;',
      'return 502;',
      /rightly: \d+ were answered with a wrong status\./,
    ],
    [
      'a body of its own',
      'proxy_pass http://app;',
      'return 200 short;',
      /rightly: \d+ .* body of a wrong length\./,
    ],
    ['another TLS version', 'TLSv1.3', 'TLSv1.2', /TLS 1\.3\) could be opened: .*protocol version/],
    ['no TLS at all', ' ssl http2', '', /TLS 1\.3\) could be opened: wrong version number/],
  ])('with %s is left out, and the others are measured', async (_what, right, wrong, words) => {
    const run = await measureWith(sound.replace(right, wrong));
    expect(run.points.map(pointName)).toEqual(['T2']);
    expect(run.points[0]?.requests).toBeGreaterThan(0);
    expect(run.fault).toBeUndefined();
    expect(run.leftOut).toMatchObject([{ proxy: 'nginx', fault: { code: 'engine-unfit', role: 'nginx' } }]);
    expect(run.leftOut?.[0]?.fault.message).toMatch(
      /^T2·nginx is left out\. nginx started, but does not serve/,
    );
    expect(run.leftOut?.[0]?.fault.message).toMatch(words);
  });

  it('is told of by its own last lines, and the run is one in part', async () => {
    const file = path.join(dir, 'no-upstream.conf');
    writeFileSync(file, sound.replace('proxy_pass http://app;', 'proxy_pass http://127.0.0.1:1;'));
    const flags = ['--topology', 'T2', '--engine-config', `nginx=${file}`, '--duration', '0.5', '--json'];
    const { code, stdout, stderr } = await runCli('run', ...flags, '--proxy', 'nginx,builtin');
    expect(code).toBe(4);
    expect(stderr).toMatch(/T2·nginx is left out\. .*\n.*connect\(\) failed/);
    expect(runSchema.parse(JSON.parse(stdout)).points.map(pointName)).toEqual(['T2']);
    const alone = await runCli('run', ...flags, '--proxy', 'nginx');
    expect(alone.code).toBe(3);
    expect(alone.stderr).toMatch(/^nginx started, but does not serve/);
  });
});
