import { useTranslation } from 'react-i18next';
import type { Point } from '../../shared/result.ts';
import { suiteTable } from '../../shared/suite-table.ts';
import type { Cell } from '../../shared/tables.ts';
import { formatNumber } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

/** Said by the bar, by the panel or in words beside them; the load generator's own CPU is in the saved files. */
const saidElsewhere = new Set([
  'run',
  'settings',
  'topology',
  'client CPU (µs/request)',
  'p99 (ms)',
  'valid',
  'warnings',
]);

/** Measured figures beside the published ones, one row per bar. */
export function SuiteTable({ points, labels }: { points: readonly Point[]; labels: readonly string[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const table = suiteTable(
    { points: [...points] },
    { language, noDifference: (topology) => t('suite.noDifference', { topology }) },
  );
  const shown = table.columns
    .map((column, at) => ({ column, at }))
    .filter(
      ({ column, at }) => !saidElsewhere.has(column) && table.rows.some((row) => row[at] !== undefined),
    );
  const text = (cell: Cell) =>
    cell === undefined ? '–' : typeof cell === 'number' ? formatNumber(cell, language) : cell;
  return (
    <div className="suite-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('suite.bar')}</th>
            {shown.map(({ column }) => (
              <th key={column} scope="col">
                {t(`suite.columns.${column}`, { defaultValue: column })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={labels[at]} className={points[at]?.failedGates.length ? 'row-gated' : undefined}>
              <th scope="row">
                {labels[at]}
                {points[at]?.failedGates.length ? ` · ${t('gates.notValid')}` : ''}
              </th>
              {shown.map((column) => (
                <td key={column.column} className={column.column === 'ratio' ? 'column-ratio' : undefined}>
                  {text(row[column.at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
