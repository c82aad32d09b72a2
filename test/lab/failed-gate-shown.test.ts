import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printRun } from '../../electron/terminal/print.ts';
import { type Run, runSchema } from '../../shared/result.ts';
import { measureRun, pointOf } from '../helpers/measured-lab.ts';
import { oddRoles } from '../helpers/odd-roles.ts';

/** Far fewer than the share of failed requests that is allowed: one wrong body is enough. */
const halfOfEveryThousandth = `let count = 0;
  const { writeHead, end } = http.ServerResponse.prototype;
  http.ServerResponse.prototype.writeHead = function (status, fields) {
    this.isHalf = ++count % 1000 === 0;
    return writeHead.call(this, status, this.isHalf ? ['Content-Length', '128'] : fields);
  };
  http.ServerResponse.prototype.end = function (body, encoding) {
    return end.call(this, this.isHalf ? body.slice(0, 128) : body, encoding);
  };`;

describe('a point that fails a gate: the app sends half of what is asked for now and then', () => {
  let run: Run;
  let remove: () => void;
  beforeAll(async () => {
    const odd = oddRoles('app', halfOfEveryThousandth);
    remove = odd.remove;
    run = await measureRun({ topology: 'T0', rolesDir: odd.rolesDir, measuredS: 0.8 });
  });
  afterAll(() => remove());

  it('fails it for the wrong bodies, few as they are', () => {
    expect(pointOf(run).failedGates).toContain('errors');
    expect(pointOf(run).errors.byKind).toEqual({ 'body-length': pointOf(run).errors.total });
  });

  it('says so in JSON', () => {
    const [point] = runSchema.parse(JSON.parse(printRun(run, 'json'))).points;
    expect(point?.failedGates).toEqual(pointOf(run).failedGates);
  });

  it('says so in CSV', () => {
    const [head = '', row = ''] = printRun(run, 'csv').split('\r\n');
    const cells = Object.fromEntries(head.split(',').map((name, at) => [name, row.split(',')[at]]));
    expect(cells).toMatchObject({ valid: 'no', failedGates: pointOf(run).failedGates.join(' ') });
  });

  it.each(['markdown', 'text'] as const)('says so in %s', (format) => {
    expect(printRun(run, format)).toContain(`NO: ${pointOf(run).failedGates.join(', ')}`);
  });

  it('says so in Markdown by a line of its own, before all warnings', () => {
    const [, doubts = ''] = printRun(run, 'markdown').split('What to doubt');
    const lines = doubts.split('\n').filter((line) => line.startsWith('- '));
    expect(lines[0]).toContain('T0 is not a valid result: ');
    expect(lines.length).toBeGreaterThan(1);
  });
});

it('a point that fails none is valid everywhere', async () => {
  const run = await measureRun({ topology: 'T0', measuredS: 0.5, workload: { connections: 1 } });
  expect(pointOf(run).failedGates).toEqual([]);
  expect(printRun(run, 'csv')).toContain(',yes,');
  for (const format of ['markdown', 'text'] as const) expect(printRun(run, format)).not.toContain('NO: ');
});
