import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AxisName } from '../../shared/planner/break-even.ts';
import { planCaption } from '../../shared/planner/plan-caption.ts';
import type { Plan } from '../../shared/planner/plan-document.ts';
import type { LinesPlot } from '../../shared/plot/plot.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { LegendItem } from '../charts/export/svg-document.ts';
import { Choice } from '../controls/Choice.tsx';
import { BreakEvenDrawing } from './BreakEvenDrawing.tsx';
import { breakEvenTable, type Whose } from './break-even-rows.ts';
import { curveStyle } from './curve-style.ts';

const height = 230;
const whoses: readonly Whose[] = ['total', 'app'];

/** Where topologies cross, along the share of new connections or the size of the body. */
export function BreakEvenChart({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const [axis, setAxis] = useState<AxisName>('newConnectionsPerRequest');
  const [whose, setWhose] = useState<Whose>('total');
  const breakEven = plan.breakEven.find((one) => one.axis === axis);
  const curves = breakEven?.[whose] ?? [];
  const legend = curves.map(({ name }, at): LegendItem => {
    const { colour, dash } = curveStyle(name, at);
    return { label: name, kind: 'line', colour, dash };
  });
  const table = () => (breakEven ? breakEvenTable(breakEven, whose) : { columns: [], rows: [] });
  const plot = (): LinesPlot => ({
    kind: 'lines',
    x: { title: t(`planner.axes.${axis}`) },
    y: { title: t('planner.cores') },
    lines: curves.flatMap(({ name, cores, low, high }, at) => {
      const { colour, dash } = curveStyle(name, at);
      const points = (ys: readonly number[]) =>
        (breakEven?.places ?? []).map((x, place) => ({ x, y: ys[place] ?? null }));
      return [
        { name, colour, ...(dash ? { dash } : {}), widthPx: 2.5, points: points(cores) },
        { name: `${name} 2.5 %`, colour, dash: '1.5 4', widthPx: 0.8, points: points(low) },
        { name: `${name} 97.5 %`, colour, dash: '1.5 4', widthPx: 0.8, points: points(high) },
      ];
    }),
  });
  return (
    <ChartFrame
      name="planner-break-even"
      title={t('planner.breakEven')}
      unit={t('planner.breakEvenUnit')}
      legend={legend}
      height={height}
      empty={breakEven ? undefined : t('planner.noRange')}
      table={table}
      plot={plot}
      caption={() => planCaption(plan)}
      tools={
        <>
          <Choice
            hideLegend
            legend={t('planner.axis')}
            options={(['newConnectionsPerRequest', 'bodyBytes'] as const).map((value) => ({
              value,
              label: t(`planner.axes.${value}`),
            }))}
            value={axis}
            onChange={setAxis}
          />
          <Choice
            hideLegend
            legend={t('planner.whose')}
            options={whoses.map((value) => ({ value, label: t(`planner.whoses.${value}`) }))}
            value={whose}
            onChange={setWhose}
          />
        </>
      }
    >
      {(size) => breakEven && <BreakEvenDrawing breakEven={breakEven} whose={whose} size={size} />}
    </ChartFrame>
  );
}
