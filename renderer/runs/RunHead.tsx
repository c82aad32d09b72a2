import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFault } from '../../shared/fault.ts';
import type { Run } from '../../shared/result.ts';
import type { RunSummary } from '../../shared/saved-runs.ts';
import { useLabActions } from '../state/use-lab.ts';
import { RunExports } from './RunExports.tsx';
import { useMoment, useRunTitle } from './use-run-title.ts';

/** Where the run lies: shown by the system, or told where no system's window can be opened. */
function Reveal({ id }: { id: string }) {
  const { t } = useTranslation();
  const { revealRun } = useLabActions();
  const [said, setSaid] = useState('');
  const reveal = async () => {
    try {
      const { path, shown } = await revealRun(id);
      setSaid(shown ? '' : path);
    } catch (error) {
      setSaid(toFault(error).message);
    }
  };
  return (
    <>
      <button type="button" className="small-button" onClick={() => void reveal()}>
        {t('runs.reveal')}
      </button>
      <output className="run-path">{said}</output>
    </>
  );
}

/** What the run is, and what can be done with it. */
export function RunHead({ summary, run }: { summary: RunSummary; run: Run }) {
  const { t } = useTranslation();
  const title = useRunTitle()(summary);
  const moment = useMoment();
  const { deleteRun, keepRun } = useLabActions();
  return (
    <header className="run-head">
      <h2>{title}</h2>
      <p className="hint">
        {moment(run.startedAt)} · {t(`runs.kinds.${summary.kind}`)}
      </p>
      <div className="run-head-actions">
        <RunExports run={run} />
        {summary.file && <Reveal id={summary.id} />}
        {summary.unsaved && (
          <button type="button" className="small-button" onClick={() => keepRun(summary.id)}>
            {t('runs.keepAgain')}
          </button>
        )}
        <button type="button" className="small-button" onClick={() => deleteRun(summary.id)}>
          {t('runs.delete')}
        </button>
      </div>
    </header>
  );
}
