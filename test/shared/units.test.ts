import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatMs,
  formatNumber,
  formatRatio,
  formatSignedPercent,
  formatUs,
  parseBytes,
  parseWhole,
} from '../../shared/units.ts';

const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');

describe('quantities as text', () => {
  it('carry their unit and as many digits as a reader can use', () => {
    expect(plain(formatUs(52.31, 'en'))).toBe('52.3 µs');
    expect(plain(formatUs(1.62, 'en'))).toBe('1.6 µs');
    expect(plain(formatUs(12_345, 'en'))).toBe('12.3 ms');
    expect(plain(formatMs(0.342, 'en'))).toBe('0.342 ms');
    expect(plain(formatMs(12_300, 'en'))).toBe('12.3 s');
    expect(formatRatio(3.92, 'en')).toBe('3.9×');
    expect(plain(formatSignedPercent(0.114, 'en'))).toBe('+11.4 %');
    expect(plain(formatSignedPercent(-0.05, 'en'))).toBe('−5 %');
  });

  it('follow the marks of the language', () => {
    expect(plain(formatUs(52.31, 'vi'))).toBe('52,3 µs');
    expect(formatCount(12_345, 'vi')).toBe('12.345');
    expect(formatCount(12_345, 'en')).toBe('12,345');
  });

  it('write sizes in steps of 1024', () => {
    expect(plain(formatBytes(256, 'en'))).toBe('256 B');
    expect(plain(formatBytes(65_536, 'en'))).toBe('64 KB');
    expect(plain(formatBytes(1_572_864, 'en'))).toBe('1.5 MB');
  });

  it('never hold a raw minus or an exponent', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        expect(formatNumber(value, 'en')).toMatch(/^−?[\d,]+(\.\d+)?$/);
      }),
    );
  });
});

describe('sizes as typed', () => {
  it.each([
    ['20000', 20_000],
    ['20 KB', 20_480],
    ['20k', 20_480],
    ['1.5MB', 1_572_864],
    ['1,5 MB', 1_572_864],
    ['  64 KiB ', 65_536],
    ['0', 0],
    ['16 mb', 16_777_216],
  ])('%s is %i bytes', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it.each(['', 'KB', '1.5', '-1', '1 TB', '12 bananas', '1e3', '1 000 B', 'constructor', '5 constructor'])(
    '%j is not a size',
    (text) => {
      expect(parseBytes(text)).toBeUndefined();
    },
  );

  it('reads back every size that it writes, within the digits shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16 * 1024 * 1024 }), (bytes) => {
        for (const language of ['en', 'vi'] as const) {
          const back = parseBytes(formatBytes(bytes, language).replaceAll(language === 'en' ? ',' : '.', ''));
          expect(Math.abs((back ?? Number.NaN) - bytes)).toBeLessThanOrEqual(bytes * 0.006);
        }
      }),
    );
  });
});

describe('whole numbers as typed', () => {
  it('may have marks between thousands, of either language', () => {
    for (const text of ['1000', '1,000', '1.000', '1 000']) expect(parseWhole(text)).toBe(1000);
  });

  it('are refused when they are not whole', () => {
    for (const text of ['', '1.5', '-3', '1,00', 'ten', '1,0000']) expect(parseWhole(text)).toBeUndefined();
  });

  it('are read back in both languages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (value) => {
        expect(parseWhole(formatCount(value, 'en'))).toBe(value);
        expect(parseWhole(formatCount(value, 'vi'))).toBe(value);
      }),
    );
  });
});
