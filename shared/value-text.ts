import {
  formatBytes,
  formatMs,
  formatPercent,
  formatPerSec,
  formatRatio,
  formatShort,
  formatSignedPercent,
  formatUs,
  type Language,
} from './units.ts';

type Writer = (value: number, language: Language) => string;

/** A factor whose sentence brings the ×: near 1 the second decimal is what the reader looks for. */
function formatFactor(value: number, language: Language): string {
  const decimals = value < 2 ? 2 : value < 100 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

const writers: readonly (readonly [suffix: string, write: Writer])[] = [
  ['Us', formatUs],
  ['Ms', formatMs],
  ['Ratio', formatRatio],
  ['Factor', formatFactor],
  ['Percent', formatSignedPercent],
  ['Share', formatPercent],
  ['Bytes', formatBytes],
  ['PerSec', formatPerSec],
];

/** The values of a statement (or warning) as text in a language; the ending of a name says its unit. */
export function writeValues(
  values: Readonly<Record<string, number | string>>,
  language: Language,
): Record<string, string> {
  const write = ([name, value]: [string, number | string]): [string, string] => {
    if (typeof value === 'string') return [name, value];
    const writer = writers.find(([suffix]) => name.endsWith(suffix))?.[1] ?? formatShort;
    return [name, writer(value, language)];
  };
  return Object.fromEntries(Object.entries(values).map(write));
}

/** A sentence with its places filled. */
export function fillPlaces(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '?');
}
