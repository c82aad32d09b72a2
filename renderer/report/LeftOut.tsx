import { useTranslation } from 'react-i18next';
import { seriesName } from '../../shared/series.ts';
import { useLab } from '../state/use-lab.ts';
import { LastStderr } from './Faults.tsx';

/** What is measured live without some series says so as long as it holds, for no bar shows it. */
export function LeftOut() {
  const { t } = useTranslation();
  const leftOut = useLab((state) => state.status?.leftOut);
  if (!leftOut || leftOut.length === 0) return null;
  return (
    <ul className="faults" aria-label={t('faults.leftOut')} aria-live="polite">
      {leftOut.map((one) => (
        <li key={seriesName(one)} className="fault">
          <p>
            <strong>{t(`faults.${one.fault.code}`)}</strong> {one.fault.message}
          </p>
          <LastStderr fault={one.fault} />
        </li>
      ))}
    </ul>
  );
}
