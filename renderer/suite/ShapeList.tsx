import { useTranslation } from 'react-i18next';
import { type ShapeStatement, writeShapeValues } from '../../shared/shape.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

const signs = { agrees: '✓', differs: '✗', cannotTell: '?', unknown: '–' } as const;

/** The published shape held against what was measured: a sign and a word each, for colour alone says it to few. */
export function ShapeList({ statements }: { statements: readonly ShapeStatement[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className="shape">
      {statements.map((statement) => {
        const { key, outcome, reason } = statement;
        const values = writeShapeValues(statement, language);
        return (
          <li key={key} className={`shape-${outcome}`}>
            <span className="shape-outcome">
              <span aria-hidden="true">{signs[outcome]} </span>
              {t(`shape.${outcome}`)}
            </span>
            <span>
              {t(`shape.${key}`, values)}
              {reason && ` ${t(`shape.${reason}`, values)}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
