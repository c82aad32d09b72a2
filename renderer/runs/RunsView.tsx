import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunList as Listed } from '../../shared/saved-runs.ts';
import { Faults } from '../report/Faults.tsx';
import { tabId, viewId } from '../report/ViewTabs.tsx';
import { selectIsActive } from '../state/selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { filterRuns } from './filter-runs.ts';
import { RunList } from './RunList.tsx';
import { RunsChosen } from './RunsChosen.tsx';
import { useRunTitle } from './use-run-title.ts';

/** A run that was deleted can be had back until the next one is. */
function Undo() {
  const { t } = useTranslation();
  const { undoDeleteRun } = useLabActions();
  const deleted = useLab((state) => state.deletedRun);
  const titleOf = useRunTitle();
  return (
    <output className={deleted ? 'run-undo' : 'unseen'}>
      {deleted && (
        <>
          {t('runs.deleted', { title: titleOf(deleted) })}{' '}
          <button type="button" className="small-button" onClick={undoDeleteRun}>
            {t('runs.undo')}
          </button>
        </>
      )}
    </output>
  );
}

/** Files of the folder that could not be read: each by its name, and where it was put. */
function Problems({ problems }: Pick<Listed, 'problems'>) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <details className="run-problems">
      <summary>{t('runs.problems', { count: problems.length })}</summary>
      <ul>
        {problems.map(({ fileName, fault, setAsideAs }) => (
          <li key={fileName}>
            {fault.message} {setAsideAs && t('runs.setAside', { name: setAsideAs })}
          </li>
        ))}
      </ul>
    </details>
  );
}

function OpenFile() {
  const { t } = useTranslation();
  const { openFile } = useLabActions();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="small-button" onClick={() => input.current?.click()}>
        {t('runs.open')}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void openFile(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

/** Live measuring is kept when it ends; this keeps what there is of it now. */
function KeepLive() {
  const { t } = useTranslation();
  const { keepLiveRun } = useLabActions();
  const isLive = useLab(selectIsActive);
  const kept = useLab((state) => state.keptRun);
  const titleOf = useRunTitle();
  return (
    <>
      {isLive && (
        <button type="button" className="small-button" onClick={keepLiveRun}>
          {t('runs.keep')}
        </button>
      )}
      <output className={kept ? 'hint' : 'unseen'}>{kept && t('runs.kept', { title: titleOf(kept) })}</output>
    </>
  );
}

/** How the file that was opened last came in. */
function Opened() {
  const { t } = useTranslation();
  const opened = useLab((state) => state.openedRun);
  return (
    <output className={opened ? 'hint' : 'unseen'}>{opened && t(`runs.outcomes.${opened.outcome}`)}</output>
  );
}

/** The saved runs: which there are on the left, what those that are chosen say on the right. */
export function RunsView() {
  const { t } = useTranslation();
  const { lookForRuns, chooseRuns } = useLabActions();
  const list = useLab((state) => state.runs);
  const chosen = useLab((state) => state.chosenRuns);
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  const revision = useLab((state) => state.runsRevision);
  const [search, setSearch] = useState('');
  const titleOf = useRunTitle();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that the list is to be asked for again
  useEffect(() => {
    // Also when nothing has changed in this window: another program may have written into the folder.
    if (isConnected) lookForRuns();
  }, [isConnected, revision, lookForRuns]);
  const runs = list?.runs ?? [];
  const found = filterRuns(runs, search, titleOf);
  return (
    <div className="suite runs" role="tabpanel" id={viewId('runs')} aria-labelledby={tabId('runs')}>
      <aside className="controls" aria-label={t('runs.title')}>
        <div className="run-search">
          <input
            type="search"
            className="written"
            aria-label={t('runs.search')}
            placeholder={t('runs.search')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <OpenFile />
        </div>
        <p className="hint">{t(runs.length === 0 ? 'runs.none' : 'runs.hint')}</p>
        <KeepLive />
        <Opened />
        <Undo />
        {search !== '' && found.length === 0 && <p className="hint">{t('runs.nothingFound')}</p>}
        <RunList runs={found} chosen={chosen} onChoose={chooseRuns} />
        {list && <Problems problems={list.problems} />}
      </aside>
      <main className="suite-results" aria-label={t('runs.chosen')}>
        <Faults />
        <RunsChosen runs={runs.filter(({ id }) => chosen.includes(id))} chosen={chosen} />
      </main>
    </div>
  );
}
