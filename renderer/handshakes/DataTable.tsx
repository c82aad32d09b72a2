import type { Cell, Table } from '../../shared/table.ts';
import { formatNumber } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

/** A table as it is saved and printed, on the screen. */
export function DataTable({ table }: { table: Table }) {
  const language = useLanguage();
  const text = (cell: Cell) => (typeof cell === 'number' ? formatNumber(cell, language) : (cell ?? '–'));
  return (
    <div className="suite-table">
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join(' ')}>
              <th scope="row">{text(row[0])}</th>
              {row.slice(1).map((cell, at) => (
                <td key={table.columns[at + 1]}>{text(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
