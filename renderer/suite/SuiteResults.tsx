import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/start-i18n.ts';
import { Faults } from '../report/Faults.tsx';
import { RunExports } from '../runs/RunExports.tsx';
import {
  selectExperiments,
  selectSuiteRun,
  selectUnanswered,
  selectUnsaidFault,
} from '../state/suite-selectors.ts';
import { useLab } from '../state/use-lab.ts';
import { ExperimentPanel } from './ExperimentPanel.tsx';
import { ShapeList } from './ShapeList.tsx';

/** All that the suite has measured so far, experiment by experiment. */
export function SuiteResults({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const run = useLab(selectSuiteRun);
  const experiments = useLab(selectExperiments);
  const unanswered = useLab(selectUnanswered);
  const fault = useLab(selectUnsaidFault);
  if (!run || experiments.length === 0)
    return (
      <main className="suite-results" aria-label={t('charts.title')}>
        <Faults />
        <p className="empty suite-empty">{t(isRunning ? 'suite.firstComing' : 'suite.empty')}</p>
      </main>
    );
  return (
    <main className="suite-results" aria-label={t('charts.title')}>
      <header className="suite-head">
        <h2>{t('suite.results', { when: new Date(run.startedAt).toLocaleString(language) })}</h2>
        {run.suite?.cancelled && <span className="pill">{t('suite.partial')}</span>}
        <RunExports run={run} />
      </header>
      <Faults />
      {fault && <p className="fault">{fault.message}</p>}
      {experiments.map((result) => (
        <ExperimentPanel key={result.id} run={run} result={result} />
      ))}
      {!isRunning && unanswered.length > 0 && (
        <section className="panel experiment" aria-label={t('suite.unanswered')}>
          <h2>{t('suite.unanswered')}</h2>
          <ShapeList statements={unanswered} />
        </section>
      )}
    </main>
  );
}
