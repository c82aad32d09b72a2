import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../shared/units.ts';
import { writeValues } from '../../shared/verdict.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { selectWarnings } from '../state/selectors.ts';
import { useLabEvery } from '../state/use-lab.ts';

const updateMs = 1000;

/** What a reader should doubt, with the topologies that it is about. */
export function Warnings() {
  const { t } = useTranslation();
  const language = useLanguage();
  const warnings = useLabEvery(updateMs, selectWarnings);
  if (warnings.length === 0) return null;
  return (
    <ul className="warnings" aria-label={t('warnings.title')}>
      {warnings.map(({ topologies, warning }) => {
        const share = warning.values.utilisation;
        const values = {
          ...writeValues(warning.values, language),
          ...(typeof share === 'number' ? { utilisation: formatPercent(share, language) } : {}),
        };
        return (
          <li key={warning.code}>
            <span aria-hidden="true">⚠ </span>
            <strong>{topologies.join(', ')}</strong> ·{' '}
            {t(`warnings.${warning.code}`, { defaultValue: warning.message, ...values })}
          </li>
        );
      })}
    </ul>
  );
}
