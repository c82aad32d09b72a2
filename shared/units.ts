/** Quantities as text, and text as quantities. Pure: the language is a parameter, nothing asks the machine for it. */

export type Language = 'en' | 'vi';

/** One kilobyte of this project (1 KB = 1024 bytes), as the body size buttons mean it. */
export const bytesPerKilobyte = 1024;

const thinNoBreakSpace = '\u202f';

// Making an Intl.NumberFormat costs some 30 µs; charts ask for hundreds of texts a second.
const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language}${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(language, options);
  formats.set(key, made);
  return made;
}

/**
 * A number with as many digits as a reader can use: three significant ones, and no decimals from 100 on.
 * @param value any finite number
 * @param language decides the decimal and the grouping mark
 */
export function formatNumber(value: number, language: Language): string {
  const size = Math.abs(value);
  const decimals = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return numberFormat(language, { maximumFractionDigits: decimals }).format(value).replace(/^-/, '−');
}

/** A count or a whole number, grouped in thousands. */
export function formatCount(value: number, language: Language): string {
  return numberFormat(language, { maximumFractionDigits: 0 }).format(value);
}

const withUnit = (text: string, unit: string) => `${text}${thinNoBreakSpace}${unit}`;

/** A duration given in µs: µs up to 10 ms, then ms, then s. */
export function formatUs(us: number, language: Language): string {
  const size = Math.abs(us);
  if (size < 10_000) return withUnit(formatShort(us, language), 'µs');
  return formatMs(us / 1000, language);
}

/** A duration given in ms: ms below 10 s, then s. */
export function formatMs(ms: number, language: Language): string {
  if (Math.abs(ms) < 10_000) return withUnit(formatNumber(ms, language), 'ms');
  return withUnit(formatNumber(ms / 1000, language), 's');
}

/** A number for a crowded place: two significant digits below 10, one decimal below 100, none above. */
export function formatShort(value: number, language: Language): string {
  const size = Math.abs(value);
  const decimals = size >= 100 ? 0 : size >= 1 || size === 0 ? 1 : 2;
  return numberFormat(language, { maximumFractionDigits: decimals }).format(value).replace(/^-/, '−');
}

/** A share as a percentage: 0.11 becomes 11 %. */
export function formatPercent(ratio: number, language: Language): string {
  return withUnit(formatShort(ratio * 100, language), '%');
}

/** The same with its sign, for a difference. */
export function formatSignedPercent(ratio: number, language: Language): string {
  return `${ratio >= 0 ? '+' : ''}${formatPercent(ratio, language)}`;
}

/** A factor: 3.9×. */
export function formatRatio(ratio: number, language: Language): string {
  return `${formatShort(ratio, language)}×`;
}

/** Events per second, without a unit word: the caller's sentence or axis names it. */
export function formatPerSec(perSec: number, language: Language): string {
  return perSec >= 100 ? formatCount(perSec, language) : formatNumber(perSec, language);
}

/** Bytes, in the largest of B, KB, MB and GB (steps of 1024) that leaves a number of at least 1. */
export function formatBytes(bytes: number, language: Language): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let size = bytes;
  let step = 0;
  while (Math.abs(size) >= bytesPerKilobyte && step < units.length - 1) {
    size /= bytesPerKilobyte;
    step += 1;
  }
  return withUnit(formatNumber(size, language), units[step] ?? 'GB');
}

const byteSizes: Record<string, number> = { '': 1, b: 1, k: 1024, kb: 1024, kib: 1024 };
for (const [short, power] of [
  ['m', 2],
  ['g', 3],
] as const) {
  for (const unit of [short, `${short}b`, `${short}ib`]) byteSizes[unit] = bytesPerKilobyte ** power;
}

/**
 * Reads a size as people type it: `20000`, `20 KB`, `1.5MB`, `1,5 MB`.
 * @returns whole bytes, or undefined when the text is not a size. A number without a unit must be whole.
 */
export function parseBytes(text: string): number | undefined {
  const match = /^(\d+(?:[.,]\d+)?)\s*([a-z]*)$/i.exec(text.trim());
  if (!match) return undefined;
  const amount = Number(match[1]?.replace(',', '.'));
  const unit = match[2]?.toLowerCase() ?? '';
  const size = Object.hasOwn(byteSizes, unit) ? byteSizes[unit] : undefined;
  if (size === undefined) return undefined;
  if (size === 1) return Number.isInteger(amount) ? amount : undefined;
  return Math.round(amount * size);
}

/**
 * Reads a whole number, with or without marks between its thousands: `1000`, `1 000`, `1,000`, `1.000`.
 * @returns the number, or undefined when the text is not one
 */
export function parseWhole(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed);
  if (/^\d{1,3}(?:[ ,.\u202f\u00a0]\d{3})+$/.test(trimmed)) return Number(trimmed.replace(/\D/g, ''));
  return undefined;
}
