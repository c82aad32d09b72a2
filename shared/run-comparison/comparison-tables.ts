import { markdownProse } from '../markdown-prose.ts';
import type { Figure } from '../result.ts';
import { type Cell, type Table, tableToCsv, tableToMarkdown } from '../table.ts';
import type { ComparedFigure } from './compare-figures.ts';
import type { ComparedRow, RunComparison } from './compare-runs.ts';
import {
  type ComparisonWords,
  comparedText,
  doubtsText,
  englishWords,
  figureText,
  noteText,
  relativeText,
  rowText,
  valueText,
} from './comparison-words.ts';
import type { MeasureId } from './measures.ts';

/** What differs, a row each and a column for each side. */
export function differencesTable({ sides, differences }: RunComparison, words: ComparisonWords): Table {
  return {
    columns: [words.say('columns.difference'), ...sides.map(({ name }) => name)],
    rows: differences.map(({ field, values }) => [
      words.say(`fields.${field}`),
      ...values.map((value) => valueText(field, value, words)),
    ]),
  };
}

/** One measure of one row on one side other than the first. */
interface Entry {
  readonly row: ComparedRow;
  readonly measure: MeasureId;
  readonly at: number;
  readonly baseline: ComparedFigure;
  readonly compared: ComparedFigure;
}

function entriesOf({ rows }: RunComparison): Entry[] {
  return rows.flatMap((row) =>
    row.measures.flatMap(({ measure, figures: [baseline = {}, ...others] }) =>
      others.map((compared, index) => ({ row, measure, at: index + 1, baseline, compared })),
    ),
  );
}

/** A point that is on one side only would say so once for each measure. */
function saysNew({ row, measure, compared: { noRatio } }: Entry): boolean {
  const isAlone = noRatio === 'noPartner' || noRatio === 'notHere';
  return !isAlone || row.measures[0]?.measure === measure;
}

function readingCells(comparison: RunComparison, entry: Entry, words: ComparisonWords): Cell[] {
  const { row, measure, at, baseline, compared } = entry;
  const where = { comparison, row, at };
  const own = (figure: Figure | undefined) =>
    figure && row.relativeTo ? `${figureText(figure, words)} × ${row.relativeTo}` : undefined;
  return [
    rowText(row.name, words),
    words.say(`measures.${measure}`),
    comparison.sides[at]?.name,
    figureText(baseline.figure, words),
    figureText(compared.figure, words),
    comparedText(compared, where, words),
    own(baseline.relative),
    own(compared.relative),
    relativeText(compared, words) || undefined,
    doubtsText(where) || undefined,
  ];
}

/**
 * What a person reads: one row per point, measure and side beyond the first. Columns that have nothing in them are left out.
 * @param measure the only one wanted; its column is then left out, too
 */
export function readingTable(
  comparison: RunComparison,
  words: ComparisonWords = englishWords,
  measure?: MeasureId,
): Table {
  const { say } = words;
  const baseline = comparison.sides[0]?.name ?? '';
  const columns = [
    say('columns.point'),
    say('columns.measure'),
    say('columns.side'),
    say('columns.baseline', { baseline }),
    say('columns.figure'),
    say('columns.ratio', { baseline }),
    say('columns.relativeBaseline'),
    say('columns.relative'),
    say('columns.relativeRatio'),
    say('columns.doubts'),
  ];
  const rows = entriesOf(comparison)
    .filter((entry) => (measure === undefined ? saysNew(entry) : entry.measure === measure))
    .map((entry) => readingCells(comparison, entry, words));
  const shown = columns
    .map((_, at) => at)
    .filter((at) => rows.some((row) => row[at] !== undefined) && !(at === 1 && measure !== undefined));
  return {
    columns: shown.map((at) => columns[at] ?? ''),
    rows: rows.map((row) => shown.map((at) => row[at])),
  };
}

const figureCells = (name: string, figure: Figure | undefined): [string, Cell][] => [
  [`${name}_mean`, figure?.mean],
  [`${name}_ci95Low`, figure?.ci95?.[0]],
  [`${name}_ci95High`, figure?.ci95?.[1]],
];

const codes = (list: readonly string[] | undefined): Cell => list?.join(' ') || undefined;

function programCells(comparison: RunComparison, entry: Entry): [string, Cell][] {
  const { row, measure, at, baseline, compared } = entry;
  return [
    ['point', rowText(row.name, englishWords)],
    ['experiment', row.name.experiment],
    ['series', row.name.series],
    ['measure', measure],
    ['baseline', comparison.sides[0]?.name],
    ...figureCells('baseline', baseline.figure),
    ['run', comparison.sides[at]?.name],
    ...figureCells('run', compared.figure),
    ...figureCells('ratio', compared.compared?.ratio),
    ['outcome', compared.compared?.outcome],
    ['noRatio', compared.noRatio],
    ['relativeTo', row.relativeTo],
    ...figureCells('baselineRelative', baseline.relative),
    ...figureCells('runRelative', compared.relative),
    ...figureCells('relativeRatio', compared.relativeCompared?.ratio),
    ['relativeOutcome', compared.relativeCompared?.outcome],
    ['baselineFailedGates', codes(row.doubts[0]?.failedGates)],
    ['runFailedGates', codes(row.doubts[at]?.failedGates)],
    ['baselineWarnings', codes(row.doubts[0]?.warnings)],
    ['runWarnings', codes(row.doubts[at]?.warnings)],
    ['differs', codes(comparison.differences.map(({ field }) => field))],
  ];
}

const programRows = (comparison: RunComparison): [string, Cell][][] =>
  entriesOf(comparison).map((entry) => programCells(comparison, entry));

/** Everything, for other programs: one row per point, measure and side beyond the first, the same columns always. */
export function comparisonTable(comparison: RunComparison): Table {
  const rows = programRows(comparison);
  return {
    columns: (rows[0] ?? []).map(([column]) => column),
    rows: rows.map((row) => row.map(([, cell]) => cell)),
  };
}

export const comparisonToCsv = (comparison: RunComparison): string => tableToCsv(comparisonTable(comparison));

/** What differs first, then what to know of the figures, then the figures. */
export function comparisonToMarkdown(comparison: RunComparison): string {
  const { differences, notes } = comparison;
  return [
    ...(differences.length > 0 ? [tableToMarkdown(differencesTable(comparison, englishWords))] : []),
    ...notes.map((note) => `- ${markdownProse(noteText(note, englishWords))}`),
    '',
    tableToMarkdown(readingTable(comparison)),
  ].join('\n');
}
