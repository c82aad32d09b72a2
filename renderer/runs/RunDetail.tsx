import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../shared/result.ts';
import type { RunSummary } from '../../shared/saved-runs.ts';
import { environmentText } from '../../shared/tables.ts';
import { verdictOf, writeValues } from '../../shared/verdict.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { experimentsOf } from '../state/suite-selectors.ts';
import { useLabActions } from '../state/use-lab.ts';
import { ExperimentPanel } from '../suite/ExperimentPanel.tsx';
import { PointsPanel } from '../suite/PointsPanel.tsx';
import { RunHead } from './RunHead.tsx';
import { RunLabelForm } from './RunLabelForm.tsx';
import { RunsCompared } from './RunsCompared.tsx';
import { useRunTitle } from './use-run-title.ts';

/** What has to be known of how the run came here, and of how it ended. */
function RunNotices({ summary, run }: { summary: RunSummary; run: Run }) {
  const { t } = useTranslation();
  const { unknownFields, notices, unsaved } = summary;
  const lines = [
    ...(run.suite?.cancelled ? [t('suite.partial')] : []),
    ...(run.fault ? [run.fault.message] : []),
    ...(run.leftOut ?? []).map(({ fault }) => fault.message),
    ...(unsaved ? [`${t('runs.unsavedWhy')} ${unsaved.message}`] : []),
    ...notices.map(({ code }) => t(`runs.notices.${code}`)),
    ...(unknownFields.length > 0 ? [t('runs.unknownFields', { fields: unknownFields.join(', ') })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="warnings">
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The points of a run that is no suite, with what they say. */
function SinglePoints({ run }: { run: Run }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <PointsPanel name="run" title={t('runs.measured')} run={run} points={run.points}>
      <ul className="verdict">
        {verdictOf(run.points).map(({ key, values, apart }) => (
          <li key={`${key} ${values.topology} ${values.baseline ?? ''} ${values.tier ?? ''}`}>
            {t(`verdict.${key}`, writeValues(values, language))}
            {apart && ` ${t('verdict.apart')}`}
          </li>
        ))}
      </ul>
    </PointsPanel>
  );
}

interface RunDetailProps {
  readonly summary: RunSummary;
  readonly run: Run;
  readonly isAgainstPublished: boolean;
  readonly onAgainstPublished: (isIt: boolean) => void;
}

/** The figures of a run: experiment by experiment where it is a suite. */
function Figures({ run }: { run: Run }) {
  if (!run.suite) return run.points.length > 0 && <SinglePoints run={run} />;
  return experimentsOf(run).map((result) => <ExperimentPanel key={result.id} run={run} result={result} />);
}

/** One saved run: what is written on it, under what it was measured, and its figures. */
export function RunDetail({ summary, run, isAgainstPublished, onAgainstPublished }: RunDetailProps) {
  const { t } = useTranslation();
  const { labelRun } = useLabActions();
  const title = useRunTitle()(summary);
  const named = useMemo(() => [{ name: title, run }], [title, run]);
  return (
    <>
      <RunHead summary={summary} run={run} />
      <RunNotices summary={summary} run={run} />
      <section className="panel run-about">
        <RunLabelForm key={summary.id} run={summary} onLabel={(patch) => labelRun(summary.id, patch)} />
        <p className="hint">
          {summary.settings.text} · {environmentText(run.environment)}
        </p>
      </section>
      <label className="tick">
        <input
          type="checkbox"
          checked={isAgainstPublished}
          disabled={run.points.length === 0}
          onChange={({ target }) => onAgainstPublished(target.checked)}
        />
        {t('runs.published')}
      </label>
      {isAgainstPublished ? <RunsCompared runs={named} withPublished /> : <Figures run={run} />}
    </>
  );
}
