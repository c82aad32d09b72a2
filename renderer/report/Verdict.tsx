import { useTranslation } from 'react-i18next';
import { writeValues } from '../../shared/verdict.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { selectShownPoints, selectVerdict } from '../state/selectors.ts';
import { useLabEvery } from '../state/use-lab.ts';

/** Sentences that change faster can't be read. */
const updateMs = 1000;

/** The figures in sentences. */
export function Verdict() {
  const { t } = useTranslation();
  const language = useLanguage();
  const statements = useLabEvery(updateMs, selectVerdict);
  const isOutdated = useLabEvery(updateMs, (state) => selectShownPoints(state).outdated);
  if (statements.length === 0) return <p className="empty">{t('report.empty')}</p>;
  return (
    <ul className="verdict">
      {isOutdated && <li className="outdated">{t('report.outdated')}</li>}
      {statements.map(({ key, values, apart }) => (
        <li key={`${key} ${values.topology} ${values.baseline ?? ''} ${values.tier ?? ''}`}>
          {t(`verdict.${key}`, writeValues(values, language))}
          {apart && ` ${t('verdict.apart')}`}
        </li>
      ))}
    </ul>
  );
}
