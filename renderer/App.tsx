import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CpuBars } from './charts/CpuBars.tsx';
import { CurveOrThroughput } from './charts/CurveOrThroughput.tsx';
import { HandshakeLanes } from './charts/HandshakeLanes.tsx';
import { LatencyOverTime } from './charts/LatencyOverTime.tsx';
import { RunControls } from './controls/RunControls.tsx';
import { TlsControls } from './controls/TlsControls.tsx';
import { TopologyCards } from './controls/TopologyCards.tsx';
import { WorkloadControls } from './controls/WorkloadControls.tsx';
import { resolveLanguage, speak } from './i18n/start-i18n.ts';
import { Report } from './report/Report.tsx';
import { Roles } from './report/Roles.tsx';
import { TopBar } from './report/TopBar.tsx';
import type { LabStore } from './state/lab-store.ts';
import { LabContext, useLab } from './state/use-lab.ts';
import { useTheme } from './style/use-theme.ts';

/** Theme and language follow the preferences, which the host keeps. */
function usePreferences(): void {
  const preferences = useLab((state) => state.status?.preferences);
  const language = resolveLanguage(preferences?.language ?? 'system', navigator.languages);
  useTheme(preferences?.theme ?? 'system');
  useEffect(() => speak(language), [language]);
}

function Window() {
  const { t } = useTranslation();
  usePreferences();
  return (
    <div className="window">
      <TopBar />
      <TopologyCards />
      <aside className="controls" aria-label={t('controls.title')}>
        <WorkloadControls />
        <TlsControls />
        <RunControls />
      </aside>
      <main className="results" aria-label={t('charts.title')}>
        <CpuBars />
        <LatencyOverTime />
        <CurveOrThroughput />
        <HandshakeLanes />
        <Report />
      </main>
      <Roles />
    </div>
  );
}

/** The whole window over one lab. */
export function App({ lab }: { lab: LabStore }) {
  return (
    <LabContext value={lab}>
      <Window />
    </LabContext>
  );
}
