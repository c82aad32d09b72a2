import { useTranslation } from 'react-i18next';
import type { Run } from '../../shared/result.ts';
import type { ExperimentResult } from '../state/suite-selectors.ts';
import { PointsPanel } from './PointsPanel.tsx';
import { ShapeList } from './ShapeList.tsx';

/** What one experiment brought out, and how it compares with the published shape. */
export function ExperimentPanel({ run, result }: { run: Run; result: ExperimentResult }) {
  const { t } = useTranslation();
  const { id, points, shape } = result;
  return (
    <PointsPanel
      name={`suite-${id}`}
      title={`${id} · ${t(`suite.experiments.${id}.name`)}`}
      about={t(`suite.experiments.${id}.about`)}
      run={run}
      points={points}
    >
      <ShapeList statements={shape} />
    </PointsPanel>
  );
}
