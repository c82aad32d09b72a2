import { useTranslation } from 'react-i18next';
import type { RunSummary } from '../../shared/saved-runs.ts';
import { RunDetail } from './RunDetail.tsx';
import { useDocuments } from './use-documents.ts';

interface RunsChosenProps {
  readonly runs: readonly RunSummary[];
  /** In the order in which they were chosen: the first is what the others are held against. */
  readonly chosen: readonly string[];
}

/** One run as it is, or several beside each other. */
export function RunsChosen({ runs, chosen }: RunsChosenProps) {
  const { t } = useTranslation();
  const documents = useDocuments(chosen);
  if (chosen.length === 0) return <p className="empty suite-empty">{t('runs.empty')}</p>;
  if (documents.phase === 'coming') return <p className="empty suite-empty">{t('runs.coming')}</p>;
  if (documents.phase === 'refused') return <p className="fault">{documents.fault.message}</p>;
  const [run] = documents.runs;
  const summary = runs.find(({ id }) => id === run?.id);
  return run && summary ? <RunDetail summary={summary} run={run} /> : null;
}
