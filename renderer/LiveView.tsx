import { useTranslation } from 'react-i18next';
import { CpuBars } from './charts/CpuBars.tsx';
import { CurveOrThroughput } from './charts/CurveOrThroughput.tsx';
import { HandshakeLanes } from './charts/HandshakeLanes.tsx';
import { LatencyOverTime } from './charts/LatencyOverTime.tsx';
import { EngineControls } from './controls/EngineControls.tsx';
import { LoadControls } from './controls/LoadControls.tsx';
import { NetworkControls } from './controls/NetworkControls.tsx';
import { RunControls } from './controls/RunControls.tsx';
import { ServiceControls } from './controls/ServiceControls.tsx';
import { TlsControls } from './controls/TlsControls.tsx';
import { TopologyCards } from './controls/TopologyCards.tsx';
import { WorkloadControls } from './controls/WorkloadControls.tsx';
import { Report } from './report/Report.tsx';
import { tabId, viewId } from './report/ViewTabs.tsx';
import { selectIsCrowded } from './state/selectors.ts';
import { useLab } from './state/use-lab.ts';

/** One topology, or several in turn, under settings that can be changed while it runs. */
export function LiveView() {
  const { t } = useTranslation();
  const isCrowded = useLab(selectIsCrowded);
  return (
    <div className="live" role="tabpanel" id={viewId('live')} aria-labelledby={tabId('live')}>
      <TopologyCards />
      <aside className="controls" aria-label={t('controls.title')}>
        <EngineControls />
        <WorkloadControls />
        <LoadControls />
        <TlsControls />
        <NetworkControls />
        <ServiceControls />
        <RunControls />
      </aside>
      <main className={isCrowded ? 'results results-many' : 'results'} aria-label={t('charts.title')}>
        <CpuBars />
        <LatencyOverTime />
        <CurveOrThroughput />
        <HandshakeLanes />
        <Report />
      </main>
    </div>
  );
}
