import { useTranslation } from 'react-i18next';
import { selectWarnings } from '../state/selectors.ts';
import { useLabEvery } from '../state/use-lab.ts';
import { WarningText } from './WarningText.tsx';

const updateMs = 1000;

/** What a reader should doubt, with the series that it is about. */
export function Warnings() {
  const { t } = useTranslation();
  const warnings = useLabEvery(updateMs, selectWarnings);
  if (warnings.length === 0) return null;
  return (
    <ul className="warnings" aria-label={t('warnings.title')}>
      {warnings.map(({ names, warning }) => (
        <WarningText key={warning.code} names={names} warning={warning} />
      ))}
    </ul>
  );
}
