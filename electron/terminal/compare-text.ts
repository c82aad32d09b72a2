import type { RunComparison } from '../../shared/run-comparison/compare-runs.ts';
import { comparisonDocument } from '../../shared/run-comparison/comparison-document.ts';
import {
  comparisonToCsv,
  comparisonToMarkdown,
  readingTable,
} from '../../shared/run-comparison/comparison-tables.ts';
import { differenceText, englishWords, noteText } from '../../shared/run-comparison/comparison-words.ts';
import { measureIds } from '../../shared/run-comparison/measures.ts';
import type { TableFormat } from './output-flags.ts';
import { tableToText } from './text-table.ts';

/** What differs first, then what to know, then a table for each measure. */
function comparisonToText(comparison: RunComparison): string {
  const { sides, differences, notes, rows } = comparison;
  const known = measureIds.filter((id) =>
    rows.some(({ measures }) => measures.some(({ measure }) => measure === id)),
  );
  const sections = [
    ...differences.map((difference) => differenceText(difference, sides, englishWords)),
    ...(differences.length > 0 ? [''] : []),
    ...notes.map((note) => `! ${noteText(note, englishWords)}`),
    ...known.flatMap((measure) => [
      '',
      englishWords.say(`measures.${measure}`),
      tableToText(readingTable(comparison, englishWords, measure)),
    ]),
  ];
  return `${sections.join('\n')}\n`;
}

const writers: Record<TableFormat, (comparison: RunComparison) => string> = {
  text: comparisonToText,
  json: (comparison) => `${JSON.stringify(comparisonDocument(comparison), undefined, 2)}\n`,
  csv: comparisonToCsv,
  markdown: comparisonToMarkdown,
};

/** The comparison in the form that was asked for, ending in a newline. */
export const printComparison = (comparison: RunComparison, format: TableFormat): string =>
  writers[format](comparison);
