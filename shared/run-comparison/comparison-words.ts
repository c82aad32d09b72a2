import type { Figure } from '../result.ts';
import { withInterval } from '../table.ts';
import { formatNumber, type Language } from '../units.ts';
import { fillPlaces, writeValues } from '../value-text.ts';
import type { ComparedFigure } from './compare-figures.ts';
import type { ComparedRow, Note, RunComparison } from './compare-runs.ts';
import { englishComparison } from './comparison-texts.ts';
import type { Difference, DifferenceField } from './differences.ts';
import type { ComparedRatio } from './independent-ratio.ts';
import type { FieldValue, PointField } from './point-fields.ts';
import type { RowName } from './row-names.ts';

type Texts = typeof englishComparison;

/** Says one of the texts in a language. @param key its section and its name: `fields.cores` */
export type Say = (
  key: { [Section in keyof Texts]: `${Section}.${keyof Texts[Section] & string}` }[keyof Texts],
  values?: Readonly<Record<string, string>>,
) => string;

export interface ComparisonWords {
  readonly language: Language;
  readonly say: Say;
}

const english = new Map(
  Object.entries(englishComparison).flatMap(([section, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`${section}.${name}`, text]),
  ),
);

/** Terminal and exports speak English. */
export const englishWords: ComparisonWords = {
  language: 'en',
  say: (key, values = {}) => fillPlaces(english.get(key) ?? key, values),
};

const isWord = (value: string): value is keyof Texts['words'] =>
  Object.hasOwn(englishComparison.words, value);

/** A value of a setting or of a machine, with its unit. */
export function valueText(
  field: DifferenceField,
  value: FieldValue,
  { language, say }: ComparisonWords,
): string {
  if (value === undefined) return say('words.none');
  if (typeof value === 'boolean') return say(value ? 'words.yes' : 'words.no');
  if (typeof value === 'string') return isWord(value) ? say(`words.${value}`) : value;
  return writeValues({ [field]: value }, language)[field] ?? String(value);
}

/** Values that need no name beside them. */
const selfTelling: readonly PointField[] = [
  'service',
  'bodyBytes',
  'method',
  'protocol',
  'reuse',
  'app',
  'proxy',
];

/** What a row is called: `E T3 · connections 16 · inner RTT 1 ms`. */
export function rowText({ experiment, series, parts, repeat }: RowName, words: ComparisonWords): string {
  const settings = parts.map(({ field, value }) => {
    const text = valueText(field, value, words);
    return selfTelling.includes(field) ? text : `${words.say(`fields.${field}`)} ${text}`;
  });
  return [
    `${experiment ?? ''} ${series}`.trim(),
    ...settings,
    ...(repeat > 1 ? [words.say('words.repeat', { repeat: String(repeat) })] : []),
  ].join(' · ');
}

/** One thing that differs, in one line. */
export function differenceText(
  { field, values }: Difference,
  sides: RunComparison['sides'],
  words: ComparisonWords,
): string {
  const each = values.map((value, at) => `${valueText(field, value, words)} (${sides[at]?.name ?? ''})`);
  return `${words.say(`fields.${field}`)}: ${each.join(', ')}`;
}

export const noteText = ({ key, values }: Note, { language, say }: ComparisonWords): string =>
  say(`notes.${key}`, writeValues(values, language));

/** A ratio near 1 needs its second decimal, and often the third. */
function ratioNumber(value: number, language: Language): string {
  if (value >= 10 || value < 0.1) return formatNumber(value, language);
  return new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(value);
}

function ratioText({ ratio, outcome }: ComparedRatio, { language, say }: ComparisonWords): string {
  const [low, high] = ratio.ci95 ?? [ratio.mean, ratio.mean];
  const [mean, from, to] = [ratio.mean, low, high].map((value) => ratioNumber(value, language));
  return say(`outcomes.${outcome}`, { ratio: mean ?? '', low: from ?? '', high: to ?? '' });
}

/** Of which side of which row something is said. */
export interface At {
  readonly comparison: Pick<RunComparison, 'sides'>;
  readonly row: ComparedRow;
  readonly at: number;
}

/** The ratio in words, or why there is none; empty on the baseline's side. */
export function comparedText(
  { compared, noRatio }: ComparedFigure,
  where: At,
  words: ComparisonWords,
): string {
  if (compared) return ratioText(compared, words);
  if (noRatio === undefined) return '';
  const { comparison, row, at } = where;
  const doubts = row.doubts[noRatio === 'baselineNotValid' ? 0 : at];
  return words.say(`reasons.${noRatio}`, {
    baseline: comparison.sides[0]?.name ?? '',
    side: comparison.sides[at]?.name ?? '',
    gates: doubts?.failedGates.join(', ') ?? '',
  });
}

/** The ratio of the multiples of each side's own baseline; empty where there is none. */
export const relativeText = ({ relativeCompared }: ComparedFigure, words: ComparisonWords): string =>
  relativeCompared ? ratioText(relativeCompared, words) : '';

export const figureText = (figure: Figure | undefined, { language }: ComparisonWords): string =>
  String(withInterval(figure, language) ?? '');

/** Codes of the warnings of both sides of a ratio, each with whose it is. */
export function doubtsText({ comparison, row, at }: At): string {
  return [0, at]
    .flatMap((side) => {
      const { failedGates = [], warnings = [] } = row.doubts[side] ?? {};
      const codes = [...failedGates, ...warnings];
      return codes.length > 0 ? [`${comparison.sides[side]?.name ?? ''}: ${codes.join(', ')}`] : [];
    })
    .join('; ');
}
