import { useEffect, useState } from 'react';
import type { SuiteOptions } from '../shared/api.ts';
import { type Traffic, usualTraffic } from '../shared/planner/traffic.ts';
import { AnatomyView } from './anatomy/AnatomyView.tsx';
import { HandshakesView } from './handshakes/HandshakesView.tsx';
import { resolveLanguage, speak } from './i18n/start-i18n.ts';
import { LiveView } from './LiveView.tsx';
import { PlannerView } from './planner/PlannerView.tsx';
import { ProbeView } from './probe/ProbeView.tsx';
import { Roles } from './report/Roles.tsx';
import { TopBar } from './report/TopBar.tsx';
import { useView } from './report/use-view.ts';
import { DropTarget } from './runs/DropTarget.tsx';
import { RunsView } from './runs/RunsView.tsx';
import { SettingsNotices } from './share/SettingsNotices.tsx';
import type { LabStore } from './state/lab-store.ts';
import { LabContext, useLab } from './state/use-lab.ts';
import { useTheme } from './style/use-theme.ts';
import { SuiteView } from './suite/SuiteView.tsx';

/** Theme and language follow the preferences, which the host keeps. */
function usePreferences(): void {
  const preferences = useLab((state) => state.status?.preferences);
  const language = resolveLanguage(preferences?.language ?? 'system', navigator.languages);
  useTheme(preferences?.theme ?? 'system');
  useEffect(() => speak(language), [language]);
}

function Window() {
  const [view, setView] = useView();
  // Kept here, so that a look at the other view does not undo the choice.
  const [options, setOptions] = useState<SuiteOptions | undefined>();
  const [traffic, setTraffic] = useState<Traffic>(usualTraffic);
  const [plannedRun, setPlannedRun] = useState<string | undefined>();
  usePreferences();
  return (
    <div className="window">
      <TopBar view={view} onView={setView} />
      {view === 'live' && <LiveView />}
      {view === 'suite' && <SuiteView options={options} onOptions={setOptions} />}
      {view === 'anatomy' && <AnatomyView />}
      {view === 'handshakes' && <HandshakesView />}
      {view === 'probe' && <ProbeView />}
      {view === 'runs' && <RunsView />}
      {view === 'planner' && (
        <PlannerView
          traffic={traffic}
          onTraffic={setTraffic}
          chosen={plannedRun}
          onChoose={setPlannedRun}
          onSuite={() => setView('suite')}
        />
      )}
      <DropTarget onOpened={(what) => setView(what === 'run' ? 'runs' : 'live')} />
      <Roles />
      <SettingsNotices />
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
