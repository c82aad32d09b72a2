import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../shared/config.ts';
import { runToMarkdown } from '../../shared/report/report-markdown.ts';
import { withInterval } from '../../shared/table.ts';
import { pointsTable, runToCsv, summaryTable, tableToCsv, tableToMarkdown } from '../../shared/tables.ts';
import { figure, pointWith } from '../renderer/figures.ts';

const t0 = pointWith('T0', { app: figure(14.1, 0.2) });
const t2 = pointWith('T2', { proxy: figure(52, 1), app: figure(13.4, 0.3) });

/** A reader of RFC 4180 written for this test: quoted fields, doubled quotes, CRLF. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) throw new Error(`not CSV at ${field.lastIndex}`);
    const raw = match[1] ?? '';
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (match[2] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('CSV', () => {
  it('gives back every text that is no formula, whatever is in it', () => {
    const isNoFormula = (text: string) => !/^[=+\-@\t\r]/.test(text);
    const cell = fc.oneof(
      fc.string().filter(isNoFormula),
      fc.constantFrom('a,b', 'say "x"', 'two\r\nlines', '"', ''),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const table = { columns: ['a', 'b'], rows };
        expect(readCsv(tableToCsv(table))).toEqual([['a', 'b'], ...rows]);
      }),
    );
  });

  it('keeps a spreadsheet from calculating a text, and leaves numbers as they are', () => {
    const texts = ['=HYPERLINK("http://x","y")', '+1+cmd', '-2-3', '@SUM(A1)', '\t=1', '-5', '-1e3', 'a=b'];
    const csv = tableToCsv({ columns: ['a'], rows: [...texts, -7].map((cell) => [cell]) });
    expect(readCsv(csv).slice(1).flat()).toEqual([
      '\'=HYPERLINK("http://x","y")',
      "'+1+cmd",
      "'-2-3",
      "'@SUM(A1)",
      "'\t=1",
      '-5',
      '-1e3',
      'a=b',
      '-7',
    ]);
  });

  it('writes numbers in full with a point and leaves what is absent empty', () => {
    expect(tableToCsv({ columns: ['x', 'y'], rows: [[1234.5678, undefined]] })).toBe('x,y\r\n1234.5678,\r\n');
  });

  it('has one row per point under columns that name their unit', () => {
    const { columns, rows } = pointsTable([t0, t2]);
    const at = (name: string) => columns.indexOf(name);
    expect(rows).toHaveLength(2);
    expect(rows[0]?.[at('app_cpuUsPerRequest_mean')]).toBe(14.1);
    expect(rows[0]?.[at('proxy_cpuUsPerRequest_mean')]).toBeUndefined();
    expect(rows[1]?.[at('proxy_cpuUsPerRequest_ci95High')]).toBe(53);
    expect(rows[1]?.[at('bodyBytes')]).toBe(256);
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(new Set(columns).size).toBe(columns.length);
  });
});

describe('a figure in a table', () => {
  it('is written with its half-width, or with both ends where 0 cut the lower one', () => {
    expect(withInterval(undefined)).toBeUndefined();
    expect(withInterval({ mean: 20 })).toBe('20');
    expect(withInterval({ mean: 20, ci95: [18, 22] })).toBe('20 ± 2');
    expect(withInterval({ mean: 20, ci95: [0, 50] })).toBe('20 (0–50)');
  });
});

describe('handshake columns', () => {
  it('tell those of the measured windows from those since the configuration began', () => {
    const { columns, rows } = pointsTable([pointWith('T1', { app: figure(15, 1) })]);
    const cell = (name: string) => rows[0]?.[columns.indexOf(name)];
    expect(cell('outerHop_fullHandshakes')).toBe(defaultConfig.workload.connections);
    expect(cell('outerHop_measuredFullHandshakes')).toBe(0);
    expect(cell('outerHop_measuredResumedHandshakes')).toBe(0);
    expect(columns).toContain('innerHop_measuredFullHandshakes');
    expect(columns).toContain('innerHop_measuredResumedHandshakes');
  });
});

describe('Markdown', () => {
  it('keeps a pipe or a line break inside its cell', () => {
    const text = tableToMarkdown({ columns: ['a | b'], rows: [['x | y\nz']] });
    expect(text.split('\n')[0]).toBe('| a \\| b |');
    expect(text.split('\n')[2]).toBe('| x \\| y z |');
  });

  it('shows the signs of a text instead of obeying them, and leaves names within words readable', () => {
    const text = tableToMarkdown({
      columns: ['a'],
      rows: [['*bold* _it_ `c` [l](u) <b> ~~s~~ &amp; \\'], ['TLS_AES_128_GCM_SHA256 R&D']],
    });
    expect(text.split('\n')[2]).toBe(String.raw`| \*bold\* \_it\_ \`c\` \[l\](u) \<b> \~\~s\~\~ \&amp; \\ |`);
    expect(text.split('\n')[3]).toBe('| TLS_AES_128_GCM_SHA256 R&D |');
  });

  it('summarises with the tiers that are on some path, each figure with its interval', () => {
    const text = tableToMarkdown(summaryTable([t0, t2]));
    expect(text).toContain('proxy CPU (µs/request)');
    expect(text).toContain('52 ± 1');
    expect(tableToMarkdown(summaryTable([t0]))).not.toContain('proxy');
  });
});

describe('a run as text', () => {
  const run = {
    schema: 'tls-cost-lab/run@1',
    id: 'r1',
    startedAt: '2026-12-01T00:00:00Z',
    durationS: 6,
    environment: {
      os: 'Linux',
      cpuModel: 'Some CPU, 2nd kind',
      cores: 2,
      memoryBytes: 2 ** 34,
      aes: true,
      runtime: { name: 'node', version: '20.20.2', tls: 'OpenSSL 3.0.19' },
    },
    points: [t0, t2],
  } as const;

  it('carries machine, software and settings', () => {
    const csv = readCsv(runToCsv({ ...run, points: [...run.points] }));
    expect(csv).toHaveLength(3);
    expect(csv[1]).toContain('Some CPU, 2nd kind');
    const markdown = runToMarkdown({ ...run, points: [...run.points] });
    expect(markdown).toContain('OpenSSL 3.0.19');
    expect(markdown).toContain('keep-alive');
  });

  const fault = { code: 'role-gave-up', message: 'The proxy ended three times.' } as const;

  it('says that it ended early, and why', () => {
    const broken = { ...run, points: [...run.points], fault };
    const markdown = runToMarkdown(broken);
    expect(markdown).toMatch(
      /^The run ended early \(role-gave-up\)\. What was measured until then is kept: T0, T2\. The proxy ended three times\.$/m,
    );
    const [columns, ...rows] = readCsv(runToCsv(broken));
    const at = columns?.indexOf('runFault') ?? -1;
    expect(rows.map((row) => row[at])).toEqual(['role-gave-up', 'role-gave-up']);
    const whole = readCsv(runToCsv({ ...run, points: [...run.points] }));
    expect(whole.slice(1).map((row) => row[at])).toEqual(['', '']);
    expect(runToMarkdown({ ...run, points: [...run.points] })).not.toContain('early');
  });

  it('carries the fault as CSV even when no point was measured', () => {
    const [columns, row] = readCsv(runToCsv({ ...run, points: [], fault }));
    expect(row?.[columns?.indexOf('runFault') ?? -1]).toBe('role-gave-up');
    expect(row).toHaveLength(columns?.length ?? -1);
  });

  it('says which engine it went on without, by that one’s own lines', () => {
    const lastStderr = ['[emerg] unknown directive "lisen"'];
    const message = 'T2·nginx is left out. nginx did not start: it ended with code 1.';
    const left = { code: 'role-start-failed', message, lastStderr } as const;
    const markdown = runToMarkdown({
      ...run,
      points: [t0],
      leftOut: [{ topology: 'T2', proxy: 'nginx', fault: { ...left, lastStderr } }],
    });
    expect(markdown).toContain(`Not measured (role-start-failed): ${message}`);
    expect(markdown).toContain(`\n\`\`\`\n${lastStderr[0]}\n\`\`\`\n`);
    expect(markdown).not.toContain('ended early');
  });

  describe('that went on without some series', () => {
    const leftOut = (['nginx', 'haproxy'] as const).map((proxy) => ({
      topology: 'T2' as const,
      proxy,
      fault: { code: 'engine-unfit' as const, message: `T2·${proxy} is left out. It says "no".` },
    }));
    const viaNginx = pointWith('T2', { proxy: figure(20, 1), app: figure(13, 1) }, defaultConfig, 'nginx');
    const partial = { ...run, points: [t0, viaNginx], leftOut };

    it('has a row without figures in CSV for each that was never measured, and the reason in all of theirs', () => {
      const [columns = [], ...rows] = readCsv(runToCsv(partial));
      const cells = (name: string) => rows.map((row) => row[columns.indexOf(name)]);
      for (const row of rows) expect(row).toHaveLength(columns.length);
      expect(cells('topology')).toEqual(['T0', 'T2', 'T2']);
      expect(cells('proxyEngine')).toEqual(['', expect.stringMatching(/^nginx \d/), 'haproxy']);
      expect(cells('leftOut')).toEqual(['', leftOut[0]?.fault.message, leftOut[1]?.fault.message]);
      expect(cells('proxy_cpuUsPerRequest_mean')).toEqual(['', '20', '']);
      expect([cells('requests')[2], cells('valid')[2], cells('errors')[2]]).toEqual(['', '', '']);
    });

    it('has a line for each in Markdown, by how far it was measured', () => {
      const markdown = runToMarkdown(partial);
      expect(markdown).toContain(`\nNot measured to the end (engine-unfit): ${leftOut[0]?.fault.message}\n`);
      expect(markdown).toContain(`\nNot measured (engine-unfit): ${leftOut[1]?.fault.message}\n`);
    });
  });

  it("prints each point's warnings under the table, as Markdown", () => {
    const warned = {
      ...t2,
      warnings: [{ code: 'gap', message: 'One window was lost.', values: {} }],
    } as const;
    const markdown = runToMarkdown({ ...run, points: [t0, { ...warned, warnings: [...warned.warnings] }] });
    expect(markdown).toMatch(/^- T2 gap: One window was lost\.$/m);
    expect(markdown.indexOf('- T2 gap')).toBeGreaterThan(markdown.lastIndexOf('\n| T2'));
  });
});
