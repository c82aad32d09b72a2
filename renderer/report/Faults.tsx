import { useTranslation } from 'react-i18next';
import type { Fault } from '../../shared/fault.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { SeenFault } from '../state/reduce.ts';
import { selectReportFaults } from '../state/share-selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';

/** What the process that failed wrote last, where it wrote anything. */
export function LastStderr({ fault }: { fault: Fault }) {
  const { t } = useTranslation();
  const stderr = fault.lastStderr?.join('\n').trim();
  if (!stderr) return null;
  return (
    <details>
      <summary>{t('faults.lastStderr')}</summary>
      <pre>{stderr}</pre>
    </details>
  );
}

/** One failure, with a button that takes it away. */
export function FaultItem({ seen }: { seen: SeenFault }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { dismissFault } = useLabActions();
  const { fault, atMs, id } = seen;
  return (
    <li className="fault">
      <p>
        <strong>{t(`faults.${fault.code}`)}</strong>{' '}
        <time dateTime={new Date(atMs).toISOString()}>{new Date(atMs).toLocaleTimeString(language)}</time>{' '}
        {fault.message}
      </p>
      <LastStderr fault={fault} />
      <button type="button" aria-label={t('faults.dismiss')} onClick={() => dismissFault(id)}>
        ×
      </button>
    </li>
  );
}

/** What went wrong, newest first; each stays until it is dismissed. */
export function Faults() {
  const { t } = useTranslation();
  const faults = useLab(selectReportFaults);
  return (
    <ul className="faults" aria-label={t('faults.title')} aria-live="polite">
      {faults.toReversed().map((seen) => (
        <FaultItem key={seen.id} seen={seen} />
      ))}
    </ul>
  );
}
