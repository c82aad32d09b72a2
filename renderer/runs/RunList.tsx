import { useTranslation } from 'react-i18next';
import type { RunSummary } from '../../shared/saved-runs.ts';
import { formatCount } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { useMoment, useRunTitle } from './use-run-title.ts';

/** More than that nobody can read side by side. */
export const mostCompared = 4;

interface RunListProps {
  readonly runs: readonly RunSummary[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function RunRow({ run, chosen, onChoose }: { run: RunSummary } & Omit<RunListProps, 'runs'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = useRunTitle()(run);
  const moment = useMoment();
  const isChosen = chosen.includes(run.id);
  const others = chosen.filter((id) => id !== run.id);
  const count = formatCount(run.pointCount, language);
  return (
    <li className={isChosen ? 'run-row run-row-chosen' : 'run-row'}>
      <input
        type="checkbox"
        aria-label={t('runs.choose', { title })}
        checked={isChosen}
        disabled={!isChosen && chosen.length >= mostCompared}
        onChange={() => onChoose(isChosen ? others : [...chosen, run.id])}
      />
      <button type="button" className="run-row-open" onClick={() => onChoose([run.id])}>
        <span className="run-row-title">{title}</span>
        <span className="run-row-about">
          {moment(run.startedAt)} · {t(`runs.kinds.${run.kind}`)} · {t('runs.points', { count })}
        </span>
        <span className="run-row-about">{[...run.topologies, ...run.engines].join(' ')}</span>
        <span className="run-row-tags">
          {run.isPartial && <span className="pill">{t('runs.partial')}</span>}
          {run.invalidPointCount > 0 && (
            <span className="pill pill-warn">
              ⚠ {t('runs.invalid', { count: formatCount(run.invalidPointCount, language) })}
            </span>
          )}
          {run.unsaved && <span className="pill pill-reconnecting">{t('runs.unsaved')}</span>}
          {run.tags.map((tag) => (
            <span key={tag} className="pill">
              {tag}
            </span>
          ))}
        </span>
      </button>
    </li>
  );
}

/** The saved runs: a click shows one, ticks put several beside each other. */
export function RunList({ runs, chosen, onChoose }: RunListProps) {
  const { t } = useTranslation();
  return (
    <ul className="run-list" aria-label={t('runs.list')}>
      {runs.map((run) => (
        <RunRow key={run.id} run={run} chosen={chosen} onChoose={onChoose} />
      ))}
    </ul>
  );
}
