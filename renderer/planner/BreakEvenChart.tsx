import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AxisName } from '../../shared/planner/break-even.ts';
import { planCaption } from '../../shared/planner/plan-caption.ts';
import type { Plan } from '../../shared/planner/plan-document.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { LegendItem } from '../charts/export/svg-document.ts';
import { Choice } from '../controls/Choice.tsx';
import { BreakEvenDrawing } from './BreakEvenDrawing.tsx';
import { breakEvenPlot } from './break-even-plot.ts';
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
  const titles = { x: t(`planner.axes.${axis}`), y: t('planner.cores') };
  return (
    <ChartFrame
      name="planner-break-even"
      title={t('planner.breakEven')}
      unit={t('planner.breakEvenUnit')}
      legend={legend}
      height={height}
      empty={breakEven ? undefined : t('planner.noRange')}
      table={table}
      plot={breakEven && (() => breakEvenPlot(breakEven, whose, titles))}
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
