import { useTranslation } from 'react-i18next';
import { outcomeKey, type ShapeStatement } from '../../shared/shape.ts';
import { writeValues } from '../../shared/verdict.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

const signs = { agrees: '✓', differs: '✗', unknown: '–' } as const;

/** The published shape held against what was measured: a sign and a word each, for colour alone says it to few. */
export function ShapeList({ statements }: { statements: readonly ShapeStatement[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className="shape">
      {statements.map((statement) => {
        const outcome = outcomeKey(statement);
        return (
          <li key={statement.key} className={`shape-${outcome}`}>
            <span className="shape-outcome">
              <span aria-hidden="true">{signs[outcome]} </span>
              {t(`shape.${outcome}`)}
            </span>
            <span>{t(`shape.${statement.key}`, writeValues(statement.values, language))}</span>
          </li>
        );
      })}
    </ul>
  );
}
