import type { ReactNode } from 'react';
import type { Plot } from '../../shared/plot/plot.ts';
import type { Table } from '../../shared/tables.ts';
import { useLabReader } from '../state/use-lab.ts';
import { type ChartAction, ChartMenu } from './ChartMenu.tsx';
import { captionOf } from './export/caption.ts';
import type { LegendItem } from './export/svg-document.ts';
import { Legend } from './Legend.tsx';
import { type BoxSize, useBoxSize } from './use-box-size.ts';
import { useChartActions } from './use-chart-actions.ts';

interface ChartFrameProps {
  /** Name of saved files and of the grid area. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly legend: readonly LegendItem[];
  /** Toggles and tabs of the chart, beside its title. */
  readonly tools?: ReactNode;
  /** What to say while there is nothing to draw. */
  readonly empty?: string | undefined;
  /** The chart's own figures: for the clipboard, and for CSV where `data` is not given. */
  readonly table: () => Table;
  /** Everything behind the chart, for CSV. */
  readonly data?: () => Table;
  /** The same for other programs to draw, as Vega-Lite; not of a drawing that is no plot. */
  readonly plot?: (() => Plot) | undefined;
  /** What a program would want to read, where there is more to it than the table. */
  readonly json?: () => object;
  /** The lines under an exported picture, where they are not those of the live figures. */
  readonly caption?: () => readonly string[];
  /** A line under the chart. */
  readonly foot?: ReactNode;
  /** Where the chart doesn't fill a place of the window's grid. */
  readonly height?: number;
  readonly children: (size: BoxSize) => ReactNode;
}

/** The entries of a chart's menu: pictures, then figures for programs, then for people. */
const actionsOf = ({ plot, json }: Pick<ChartFrameProps, 'plot' | 'json'>): ChartAction[] => [
  'png',
  'copyPicture',
  'svg',
  ...(plot ? (['vegaLite'] as const) : []),
  'csv',
  ...(json ? (['json'] as const) : []),
  'markdown',
  'markdownFile',
];

/** The frame of every chart: title with its unit, legend, tools, menu, and a box whose size the chart is given. */
export function ChartFrame(props: ChartFrameProps) {
  const {
    name,
    title,
    unit,
    legend,
    tools,
    empty,
    table,
    data = table,
    plot,
    json,
    foot,
    height,
    children,
  } = props;
  const [body, size] = useBoxSize();
  const read = useLabReader();
  const caption = props.caption ?? (() => captionOf(read(), new Date()));
  const { said, onAction } = useChartActions({
    name: `tls-cost-lab-${name}`,
    title: `${title} (${unit})`,
    legend,
    table,
    data,
    plot,
    json,
    caption,
    body,
  });
  return (
    <section className={`panel chart chart-${name}`} aria-label={title}>
      <header className="panel-head">
        <h2>
          {title} <span className="unit">{unit}</span>
        </h2>
        <Legend items={legend} />
        <div className="panel-tools">{tools}</div>
        <ChartMenu title={title} actions={actionsOf({ plot, json })} onAction={onAction} />
      </header>
      <div
        className="chart-body"
        ref={body}
        style={height === undefined ? undefined : { flex: 'none', height }}
      >
        {empty ? <p className="empty">{empty}</p> : size.height > 0 && children(size)}
      </div>
      {foot}
      <output className={said ? 'said' : 'unseen'}>{said}</output>
    </section>
  );
}
