import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anatomyPlot } from '../../renderer/anatomy/anatomy-plot.ts';
import { toHandshakeDrawing } from '../../renderer/anatomy/handshake-drawing.ts';
import { captionedTable } from '../../renderer/charts/export/captioned.ts';
import { cpuPlot } from '../../renderer/charts/plots/cpu-plot.ts';
import { curvePlot } from '../../renderer/charts/plots/curve-plot.ts';
import { numberLinesPlot } from '../../renderer/charts/plots/number-lines-plot.ts';
import type { PlotText } from '../../renderer/charts/plots/plot-text.ts';
import en from '../../renderer/i18n/en.json';
import { breakEvenPlot } from '../../renderer/planner/break-even-plot.ts';
import { phaseSpans } from '../../renderer/probe/phase-spans.ts';
import { phasesPlot } from '../../renderer/probe/phases-plot.ts';
import { type Curve, toCpuRow } from '../../renderer/state/selectors.ts';
import type { BreakEven } from '../../shared/planner/break-even.ts';
import type { Plot } from '../../shared/plot/plot.ts';
import { toVegaLite } from '../../shared/plot/vega-lite.ts';
import { tableToCsv } from '../../shared/table.ts';
import type { Message } from '../../shared/tls/anatomy.ts';
import { type DrawnSpec, drawVegaLite, readCsv } from '../helpers/vega.ts';
import { figure, pointWith } from './figures.ts';

const look = {
  ground: '#ffffff',
  ink: '#111111',
  inkSoft: '#444444',
  grid: '#dddddd',
  colourValue: (colour: string) => (colour === 'var(--gated-app)' ? '#777777' : '#0072b2'),
};
const words = { title: 'CPU (µs)', caption: ['one', `two ${'long '.repeat(60)}`] };
let text: PlotText;
let drawn: DrawnSpec;
const draw = async (plot: Plot, ground: string | undefined = look.ground) => {
  drawn = await drawVegaLite(JSON.stringify(toVegaLite(plot, words, { ...look, ground })));
  expect(drawn.complaints).toEqual([]);
  return drawn;
};

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  text = { t: i18next.t, language: 'en' };
});
afterEach(() => drawn?.close());

/** What the drawing's marks tell of themselves to a screen reader: places, and the figures behind them. */
const marksOf = (svg: string, role: string) =>
  [
    ...svg.matchAll(
      new RegExp(
        `aria-label="([^"]*)"[^>]*aria-roledescription="${role}"|aria-roledescription="${role}"[^>]*aria-label="([^"]*)"`,
        'g',
      ),
    ),
  ].map(([, before, after]) => before ?? after ?? '');

describe('bars as Vega-Lite', () => {
  const rows = [
    toCpuRow(pointWith('T2', { proxy: figure(50, 4), app: figure(13, 3) }), 'T2', false),
    { ...toCpuRow(pointWith('T0', { app: figure(14, 3) }), 'T0', true), failedGates: ['errors'] as const },
  ].map((row) => ({ ...row, failedGates: [...row.failedGates] }));

  it('have the parts of each bar, its interval from both ends, and their colours', async () => {
    const { rows: data, svg } = await draw(cpuPlot(rows, false, text));
    expect(data('parts').map(({ bar, key, value }) => [bar, key, value])).toEqual([
      ['T2', 'app', 13],
      ['T2', 'proxy', 50],
      ['T0', 'app', 14],
    ]);
    const [interval] = data('intervals');
    expect(interval).toMatchObject({ bar: 'T2', low: rows[0]?.servers?.ci95?.[0] });
    expect(marksOf(svg, 'bar').length).toBe(3);
    expect(svg).toContain('µs, all servers on the path');
    expect(svg).toContain('#0072b2');
    expect(svg).toContain('#777777');
  });

  it('have a bar of its own for the client, where it is shown', async () => {
    const shown = cpuPlot(
      rows.map((row) => ({ ...row, client: 9 })),
      true,
      text,
    );
    const { rows: data } = await draw(shown);
    const clients = data('parts').filter(({ row }) => row === 'client');
    expect(clients.map(({ value }) => value)).toEqual([9, 9]);
  });

  it('carry the caption under the title and for programs, on the ground that was chosen', async () => {
    const spec = toVegaLite(cpuPlot(rows, false, text), words, { ...look, ground: undefined });
    expect(spec).toMatchObject({ background: 'transparent', usermeta: { caption: words.caption } });
    const { svg } = await draw(cpuPlot(rows, false, text));
    expect(svg).toContain('>CPU (µs)<');
    expect(svg).toContain('>one<');
  });
});

describe('lines as Vega-Lite', () => {
  const curve: Curve = {
    name: 'T2·nginx',
    topology: 'T2',
    proxy: 'nginx',
    earlier: false,
    failedGates: [],
    rows: [0, 0.5, 0.9, 0.99, 0.999, 0.9999].map((quantile, at) => ({ x: at, quantile, ms: at + 1 })),
  };

  it('name percentiles on the axis as the window does, and mark the engine', async () => {
    const { svg, rows } = await draw(curvePlot([curve], 'log', text));
    for (const name of ['50 %', '90 %', '99 %', '99.9 %', '99.99 %']) expect(svg).toContain(`>${name}<`);
    expect(rows('marks').length).toBeGreaterThan(3);
    expect(rows('lines').map(({ y }) => y)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('begin at 0 on a linear axis, and have dots only where something was measured', async () => {
    const points = [
      { x: 0, y: 5 },
      { x: 10, y: 9 },
    ];
    const lines = [
      { name: 'a', isModelled: false, points },
      { name: 'b', isModelled: true, points },
    ];
    const axes = { x: { title: 'RTT (ms)' }, y: { title: 'time (ms)' } };
    const { svg, rows } = await draw(numberLinesPlot(lines, ({ name }) => name, axes));
    expect(rows('marks').map(({ line }) => line)).toEqual(['a', 'a']);
    expect(svg).toContain('with values from 0 to 9');
    // In the legend too: what is modelled is dotted there as on the plot.
    expect(svg.match(/stroke-dasharray="1.5,4"/g)?.length).toBe(2);
    const keys = [...svg.matchAll(/<path[^>]*stroke-dasharray="1.5,4"[^>]*>/g)].map(([path]) => path);
    for (const key of keys) expect(key, 'a stroke and no disc').not.toMatch(/fill="#0072b2"/);
  });
});

describe('break-even curves as Vega-Lite', () => {
  it('lie on the bands of how exactly they are known, each in its own colour', async () => {
    const curve = (name: string, at: number) => ({
      name,
      cores: [at, at + 1],
      low: [at - 0.5, at + 0.5],
      high: [at + 0.5, at + 1.5],
    });
    const breakEven: BreakEven = {
      axis: 'bodyBytes',
      range: [0, 1000],
      places: [0, 1000],
      total: [curve('T1', 1), curve('T2·nginx', 2)],
      app: [],
      crossings: [],
      leftOut: [],
    };
    const { svg, rows } = await draw(breakEvenPlot(breakEven, 'total', { x: 'bytes', y: 'cores' }));
    expect(rows('bands').map(({ line, x, low, high }) => [line, x, low, high])).toEqual([
      ['T1', 0, 0.5, 1.5],
      ['T1', 1000, 1.5, 2.5],
      ['T2·nginx', 0, 1.5, 2.5],
      ['T2·nginx', 1000, 2.5, 3.5],
    ]);
    expect(marksOf(svg, 'area mark')).toHaveLength(2);
    expect(rows('lines')).toHaveLength(4);
  });
});

describe('stretches of time as Vega-Lite', () => {
  it('of a probe lie end to end', async () => {
    const { rows } = await draw(phasesPlot(phaseSpans({ tcpMs: 3, tlsMs: 5, totalMs: 8 }), text.t));
    expect(rows('spans').map(({ key, start, end }) => [key, start, end])).toEqual([
      ['TCP', 0, 3],
      ['TLS', 3, 8],
    ]);
  });

  it('of a handshake have a lane for each end, with flights and what lies between them', async () => {
    const message = (from: 'client' | 'server', beganUs: number): Message => {
      const sizes = { bytes: 300, wireBytes: 305 };
      return {
        name: 'Finished',
        from,
        beganUs,
        endedUs: beganUs,
        ...sizes,
        isEncrypted: false,
        flight: 0,
        fields: [],
      };
    };
    const messages = [message('client', 0), message('server', 2_000), message('client', 3_000)];
    const view = {
      kind: 'handshake',
      hop: { from: 'client', to: 'app', security: 'tls' },
      seenBy: 'client',
      takenAtMs: 0,
    } as const;
    const lane = {
      view: { ...view, anatomy: { messages, records: [], unread: [] } },
      drawing: toHandshakeDrawing(messages, 'client'),
    };
    const plot = anatomyPlot([lane], text);
    expect(plot.lanes).toEqual(['client-app: client', 'client-app: app']);
    const { svg, rows } = await draw(plot);
    expect(
      rows('spans')
        .filter(({ key }) => key === 'flight')
        .map(({ start }) => start),
    ).toEqual([0, 2, 3]);
    expect(svg).toContain('>time (ms)<');
  });
});

it('every row of a CSV carries the caption, whatever is in it', () => {
  const table = {
    columns: ['a', 'b'],
    rows: [
      [1, 'x,"y'],
      [undefined, 2],
    ],
  };
  const rows = readCsv(tableToCsv(captionedTable(table, ['one, "two"', 'three'])));
  expect(rows).toEqual([
    { a: '1', b: 'x,"y', caption: 'one, "two" | three' },
    { a: '', b: '2', caption: 'one, "two" | three' },
  ]);
});
