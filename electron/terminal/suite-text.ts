import { endedEarlyText } from '../../shared/ended-early.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { Point, Run } from '../../shared/result.ts';
import { nameInRun } from '../../shared/series.ts';
import { workloadText } from '../../shared/settings-text.ts';
import { shapeOf, shapeText } from '../../shared/shape.ts';
import { suiteTable } from '../../shared/suite-table.ts';
import { environmentText } from '../../shared/tables.ts';
import { tableToText } from './text-table.ts';

/** In the heading of each table instead of its rows. */
const inHeading = ['run', 'settings'];

function legs(points: readonly Point[]): [heading: string, points: Point[]][] {
  const byHeading = groupBy(
    points,
    (point) => `${point.experiment ?? ''} · ${workloadText(point.workload, point.network)}`,
  );
  return [...byHeading];
}

/** A leg's rows; its ratios are among the points of the whole run, as everywhere. */
function legTable(run: Run, leg: readonly Point[]): string {
  const { columns, rows } = suiteTable(run);
  const ofLeg = rows.filter((_, at) => run.points[at] !== undefined && leg.includes(run.points[at]));
  const shown = columns
    .map((_, at) => at)
    .filter((at) => {
      const name = columns[at] ?? '';
      return !inHeading.includes(name) && ofLeg.some((row) => row[at] !== undefined && row[at] !== '');
    });
  const pick = <T>(cells: readonly T[]) => shown.map((at) => cells[at]);
  return tableToText({
    columns: pick(columns).map((name) => name ?? ''),
    rows: ofLeg.map((row) => pick(row)),
  });
}

/** Each warning once, with the points that it is about: thirty points would say it thirty times. */
function warningLines(points: readonly Point[]): string[] {
  const all = points.flatMap((point) => point.warnings.map((warning) => ({ point, warning })));
  return [...groupBy(all, ({ warning }) => warning.code)].map(([code, list]) => {
    const [first] = list;
    const names = list.map(({ point }) => nameInRun(point)).join(', ');
    const example = list.length > 1 ? `for example ${first && nameInRun(first.point)}: ` : '';
    return `! ${code} (${names}): ${example}${first?.warning.message}`;
  });
}

/** A suite for someone who reads a terminal: a table per leg, how its shape compares, and what to doubt. */
export function suiteToText(run: Run): string {
  const endedEarly = endedEarlyText(run);
  const sections = [
    environmentText(run.environment),
    ...legs(run.points).flatMap(([heading, points]) => ['', heading, legTable(run, points)]),
    '',
    ...shapeOf(run.points).map(shapeText),
    '',
    ...warningLines(run.points),
    ...(run.suite?.cancelled ? ['! cancelled: what was measured before is above'] : []),
    ...(endedEarly === undefined ? [] : [`! ${endedEarly}`]),
  ];
  return `${sections.join('\n')}\n`;
}
