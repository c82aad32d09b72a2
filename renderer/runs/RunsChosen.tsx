import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../shared/result.ts';
import { comparableRuns } from '../../shared/run-comparison/compare-runs.ts';
import type { RunSummary } from '../../shared/saved-runs.ts';
import { RunDetail } from './RunDetail.tsx';
import { RunsCompared } from './RunsCompared.tsx';
import { useDocuments } from './use-documents.ts';
import { useRunTitle } from './use-run-title.ts';

interface RunsChosenProps {
  readonly runs: readonly RunSummary[];
  /** In the order in which they were chosen: the first is what the others are held against. */
  readonly chosen: readonly string[];
}

/** Several runs beside each other, and the published figures with them where there is room. */
function Comparison({ documents, runs }: { documents: readonly Run[]; runs: readonly RunSummary[] }) {
  const { t } = useTranslation();
  const titleOf = useRunTitle();
  const titles = runs.map(titleOf).join('\n');
  const [wantsPublished, setWantsPublished] = useState(false);
  const isFull = documents.length >= comparableRuns.max;
  const named = useMemo(() => {
    const names = titles.split('\n');
    return documents.map((run, at) => ({ name: names[at] ?? run.id, run }));
  }, [documents, titles]);
  return (
    <>
      <label className="tick">
        <input
          type="checkbox"
          checked={wantsPublished && !isFull}
          disabled={isFull}
          onChange={({ target }) => setWantsPublished(target.checked)}
        />
        {t('runs.published')}
      </label>
      <RunsCompared runs={named} withPublished={wantsPublished && !isFull} />
    </>
  );
}

/** One run as it is, or held against the published figures, or several beside each other. */
export function RunsChosen({ runs, chosen }: RunsChosenProps) {
  const { t } = useTranslation();
  const documents = useDocuments(chosen);
  const [isAgainstPublished, setAgainstPublished] = useState(false);
  if (chosen.length === 0) return <p className="empty suite-empty">{t('runs.empty')}</p>;
  if (documents.phase === 'coming') return <p className="empty suite-empty">{t('runs.coming')}</p>;
  if (documents.phase === 'refused') return <p className="fault">{documents.fault.message}</p>;
  // A run without a point has nothing to be compared.
  const measured = documents.runs.filter(({ points }) => points.length > 0);
  const summaries = measured.flatMap(({ id }) => runs.find((one) => one.id === id) ?? []);
  if (measured.length > 1) return <Comparison documents={measured} runs={summaries} />;
  const [run] = documents.runs;
  const summary = runs.find(({ id }) => id === run?.id);
  if (!run || !summary) return null;
  return (
    <RunDetail
      summary={summary}
      run={run}
      isAgainstPublished={isAgainstPublished && run.points.length > 0}
      onAgainstPublished={setAgainstPublished}
    />
  );
}
