import { useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fault, toFault } from '../../shared/fault.ts';
import { fitCostModels } from '../../shared/planner/cost-model.ts';
import { type Plan, planWith } from '../../shared/planner/plan-document.ts';
import type { Traffic } from '../../shared/planner/traffic.ts';
import type { Run } from '../../shared/result.ts';
import { tabId, viewId } from '../report/ViewTabs.tsx';
import { useDocuments } from '../runs/use-documents.ts';
import { useMoment, useRunTitle } from '../runs/use-run-title.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { PlanResults } from './PlanResults.tsx';
import { TrafficControls } from './TrafficControls.tsx';

type Planned = { readonly plan: Plan } | { readonly fault: Fault };

/** Fits once per run, for that takes long, and plans for each change of the traffic. */
function usePlan(run: Run | undefined, traffic: Traffic): Planned | undefined {
  const models = useMemo(() => run && fitCostModels(run), [run]);
  // A slider must not wait for the plan of each place that it passes.
  const settled = useDeferredValue(traffic);
  return useMemo(() => {
    if (!run || !models) return undefined;
    try {
      return { plan: planWith(run, models, settled) };
    } catch (error) {
      return { fault: toFault(error) };
    }
  }, [run, models, settled]);
}

interface PlannerViewProps {
  readonly traffic: Traffic;
  readonly onTraffic: (traffic: Traffic) => void;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly onSuite: () => void;
}

/** What one's own traffic takes by the costs of a saved run: the traffic on the left, what it needs on the right. */
export function PlannerView({ traffic, onTraffic, chosen, onChoose, onSuite }: PlannerViewProps) {
  const { t } = useTranslation();
  const { lookForRuns } = useLabActions();
  const titleOf = useRunTitle();
  const moment = useMoment();
  const list = useLab((state) => state.runs);
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  useEffect(() => {
    if (isConnected) lookForRuns();
  }, [isConnected, lookForRuns]);
  const runs = (list?.runs ?? []).filter(({ pointCount }) => pointCount > 0);
  const preferred = runs.find(({ settings }) => settings.count > 1) ?? runs[0];
  const id = runs.find((run) => run.id === chosen)?.id ?? preferred?.id;
  const documents = useDocuments(id === undefined ? [] : [id]);
  const planned = usePlan(documents.phase === 'there' ? documents.runs[0] : undefined, traffic);
  return (
    <div className="suite planner" role="tabpanel" id={viewId('planner')} aria-labelledby={tabId('planner')}>
      <aside className="controls" aria-label={t('planner.traffic')}>
        <label className="picker planner-run">
          <span>{t('planner.run')}</span>
          <select
            value={id ?? ''}
            disabled={runs.length === 0}
            onChange={({ target }) => onChoose(target.value)}
          >
            {runs.map((run) => (
              <option key={run.id} value={run.id}>
                {titleOf(run)} · {moment(run.startedAt)}
              </option>
            ))}
          </select>
        </label>
        <TrafficControls traffic={traffic} onTraffic={onTraffic} />
      </aside>
      <main className="suite-results" aria-label={t('planner.title')}>
        {planned && 'plan' in planned ? (
          <PlanResults plan={planned.plan} />
        ) : (
          <div className="empty suite-empty">
            <div>
              {documents.phase === 'refused' && <p className="fault">{documents.fault.message}</p>}
              {planned && <p>{planned.fault.message}</p>}
              <p>{t('planner.empty')}</p>
              <button type="button" className="small-button" onClick={onSuite}>
                {t('planner.toSuite')}
              </button>
            </div>
          </div>
        )}
      </main>
    </div>
  );
}
