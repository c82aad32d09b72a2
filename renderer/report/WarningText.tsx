import { useTranslation } from 'react-i18next';
import type { Warning } from '../../shared/result.ts';
import { formatPercent } from '../../shared/units.ts';
import { writeValues } from '../../shared/verdict.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

/** One thing to doubt, whom it is about first. */
export function WarningText({ names, warning }: { names: readonly string[]; warning: Warning }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const share = warning.values.utilisation;
  const values = {
    ...writeValues(warning.values, language),
    ...(typeof share === 'number' ? { utilisation: formatPercent(share, language) } : {}),
  };
  return (
    <li>
      <span aria-hidden="true">⚠ </span>
      <strong>{names.join(', ')}</strong> ·{' '}
      {t(`warnings.${warning.code}`, { defaultValue: warning.message, ...values })}
    </li>
  );
}
