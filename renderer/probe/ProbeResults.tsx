import { useTranslation } from 'react-i18next';
import type { Fault } from '../../shared/fault.ts';
import { hasFacts, type Probe } from '../../shared/probe/probe.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { DocumentExport } from '../report/DocumentExport.tsx';
import { Faults } from '../report/Faults.tsx';
import { useLab } from '../state/use-lab.ts';
import { ProbeAnatomy } from './ProbeAnatomy.tsx';
import { ProbeChain } from './ProbeChain.tsx';
import { ProbeFacts } from './ProbeFacts.tsx';
import { ProbePhases } from './ProbePhases.tsx';
import { ProbeSays } from './ProbeSays.tsx';

/** What is wrong, by its kind in the window's language, and beneath it in full. */
function Problems({ faults }: { faults: readonly Fault[] }) {
  const { t } = useTranslation();
  if (faults.length === 0) return null;
  return (
    <ul className="faults" aria-label={t('probe.problems')}>
      {faults.map(({ code, message }) => (
        <li key={`${code} ${message}`} className="fault">
          <strong>{t(`faults.${code}`)}</strong>
          <p>{message}</p>
        </li>
      ))}
    </ul>
  );
}

function Found({ found }: { found: Probe }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const when = new Date(found.startedAt).toLocaleString(language);
  return (
    <>
      <header className="suite-head">
        <h2 role="status" className="probe-title">
          {t('probe.results', { host: new URL(found.url).host, when })}
        </h2>
        <DocumentExport of="probe" document={found} />
      </header>
      <Problems faults={found.problems} />
      <ProbeSays found={found} />
      <ProbePhases found={found} />
      {hasFacts(found) && <ProbeFacts found={found} />}
      {found.chain && <ProbeChain chain={found.chain} />}
      {found.anatomy && <ProbeAnatomy key={found.startedAt} found={found} anatomy={found.anatomy} />}
    </>
  );
}

/** What the last probe found out, what was wrong first. */
export function ProbeResults() {
  const { t } = useTranslation();
  const probe = useLab((state) => state.probe);
  // A URL that can't be used is told beside its field.
  const isTold = probe.phase === 'done' || (probe.phase === 'refused' && probe.fault.code !== 'bad-url');
  return (
    <main className="suite-results" aria-label={t('charts.title')}>
      <Faults />
      {probe.phase === 'done' && <Found found={probe.found} />}
      {probe.phase === 'refused' && isTold && <Problems faults={[probe.fault]} />}
      {!isTold && (
        <p className="empty suite-empty" role="status">
          {t(probe.phase === 'running' ? 'probe.coming' : 'probe.empty')}
        </p>
      )}
    </main>
  );
}
