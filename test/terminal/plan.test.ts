import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planSchema } from '../../shared/planner/plan-document.ts';
import { fileWith } from '../helpers/probed.ts';
import { runCli } from '../helpers/terminal.ts';
import { madePoints, runWith } from '../shared/planner/made-points.ts';

const file = fileWith(JSON.stringify(runWith(madePoints())));
const plan = (...flags: string[]) => runCli('plan', file, '--rps', '5000', ...flags);

describe('tls-cost-lab plan', () => {
  it('says what every topology needs, and where they cross', async () => {
    const { code, stdout, stderr } = await plan(
      '--body',
      '20000',
      '--new-conn-share',
      '0.05',
      '--price',
      '0.04',
    );
    expect([code, stderr]).toEqual([0, '']);
    // 5,000/s × (36 + 20,000 × 0.0009 + 0.05 × 680 + √0.05 × 20) µs / 0.7 of a core.
    expect(stdout).toMatch(/T1 needs 0\.66 cores \([\d.]+–[\d.]+\) at 5,000 requests\/s/);
    expect(stdout).toMatch(/T1 needs more cores than T2 once [\d.]+\s%/);
  });

  it('prints a document by its published schema, with a mix of bodies', async () => {
    const { code, stdout } = await plan('--body-mix', '256:0.8,64KB:0.2', '--resumed-share', '0.5', '--json');
    expect(code).toBe(0);
    const { traffic, plans } = planSchema.parse(JSON.parse(stdout));
    expect(traffic.bodies).toEqual([
      { bodyBytes: 256, share: 0.8 },
      { bodyBytes: 65_536, share: 0.2 },
    ]);
    expect(plans.map(({ name }) => name)).toEqual(['T0', 'T1', 'T2', 'T3']);
    const schema = JSON.parse((await runCli('schema', 'plan')).stdout);
    expect(schema.properties.schema.const).toBe('tls-cost-lab/plan@1');
  });

  it('prints one CSV row per tier and per topology, and Markdown tables', async () => {
    const rows = (await plan('--csv')).stdout.trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(0, 3).join())).toEqual([
      'topology,proxy,tier',
      ...['T0,builtin,app', 'T0,builtin,all', 'T1,builtin,app', 'T1,builtin,all'],
      ...['T2,builtin,proxy', 'T2,builtin,app', 'T2,builtin,all'],
      ...['T3,builtin,proxy', 'T3,builtin,app', 'T3,builtin,all'],
    ]);
    expect((await plan('--markdown')).stdout).toContain('| topology | app cores | proxy cores |');
  });

  it('marks what lies outside of what was measured', async () => {
    const { stdout } = await plan('--body', '4MB');
    expect(stdout).toMatch(/T2 · Extrapolated: bodies of 4\sMB, where 256\sB to 256\sKB were measured/);
  });

  it('says by its exit code when a topology can not be planned', async () => {
    const points = madePoints().filter(
      ({ topology, workload }) => topology === 'T0' || workload.reuse === 'keep-alive',
    );
    const { code, stdout } = await runCli('plan', fileWith(JSON.stringify(runWith(points))), '--rps', '100');
    expect(code).toBe(4);
    expect(stdout).toContain(
      'T1 · Not known for this traffic: no point tells what a full handshake costs the app.',
    );
  });

  it.each([
    [['--new-conn-share', '2'], /--new-conn-share: 2 was given; allowed: a share from 0 to 1/],
    [['--headroom', '1'], /--headroom: 1 was given; allowed: a share of a core from 0 to 0\.95/],
    [['--body', 'big'], /--body: "big" was given; allowed: bytes from 0/],
    [['--body', '1', '--body-mix', '1:1'], /--body and --body-mix were given; allowed: one of them/],
    [['--body-mix', '256'], /--body-mix: "256" was given; allowed: sizes with shares/],
    [['--body-mix', '256:0.5,512:0.1'], /--body-mix: .* allowed: 1 to 100 sizes whose shares add up to 1/],
    [['--price', 'free'], /--price: "free" was given; allowed: a price of 0 or more/],
    [['--protocol', 'h3'], /--protocol: "h3" was given; allowed: h1 or h2/],
  ])('refuses %j and says what is allowed', async (flags, message) => {
    const { code, stdout, stderr } = await plan(...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('names a file that is no run, and a run without a usable point', async () => {
    const missing = await runCli('plan', path.join(path.dirname(file), 'none.json'), '--rps', '1');
    expect([missing.code, missing.stdout]).toEqual([2, '']);
    expect(missing.stderr).toContain('none.json');
    const empty = await runCli('plan', fileWith(JSON.stringify(runWith([]))), '--rps', '1');
    expect(empty.code).toBe(3);
    expect(empty.stderr).toMatch(
      /the run has none that can be used\. Measure with: tls-cost-lab suite --only P/,
    );
  });
});
