import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from '../../renderer/i18n/en.json';
import vi from '../../renderer/i18n/vi.json';
import { englishEngineSentences } from '../../shared/engine-sentences.ts';
import { faultCodes } from '../../shared/fault.ts';
import { handshakeDoubtSentences } from '../../shared/handshake/doubts.ts';
import { planSentences } from '../../shared/planner/plan-sentences.ts';
import { probeSentences } from '../../shared/probe/probe-sentences.ts';
import { warningCodes } from '../../shared/result.ts';
import { englishComparison } from '../../shared/run-comparison/comparison-texts.ts';
import { englishShapeSentences } from '../../shared/shape-sentences.ts';
import { englishSentences } from '../../shared/verdict-sentences.ts';

type Texts = { readonly [key: string]: string | Texts };

function flatten(texts: Texts, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[path + key, value]] : [...flatten(value, `${path}${key}.`)],
    ),
  );
}

const english = flatten({
  ...en,
  verdict: englishSentences,
  shape: englishShapeSentences,
  engineNotes: englishEngineSentences,
  probeSays: probeSentences,
  comparison: englishComparison,
  handshakeDoubts: handshakeDoubtSentences,
  planSays: planSentences,
});
const vietnamese = flatten(vi);
const placesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).toSorted();

describe('texts', () => {
  it('exist under the same keys in both languages', () => {
    expect([...vietnamese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it('have the same places for values in both languages', () => {
    // A sentence may leave out the body size or the limits; it may never ask for a value that is not given.
    for (const [key, text] of vietnamese)
      expect(placesIn(english.get(key) ?? ''), key).toEqual(expect.arrayContaining(placesIn(text)));
  });

  it('are written for every fault and every warning', () => {
    for (const code of faultCodes) expect(english.has(`faults.${code}`)).toBe(true);
    for (const code of warningCodes) expect(english.has(`warnings.${code}`)).toBe(true);
  });

  it('exist for every key that a component names in full', () => {
    const root = new URL('../../renderer/', import.meta.url);
    const sources = readdirSync(root, { recursive: true })
      .map(String)
      .filter((name) => /\.tsx?$/.test(name));
    const named = sources.flatMap((name) =>
      [...readFileSync(new URL(name, root), 'utf8').matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(
        (match) => match[1],
      ),
    );
    expect(named.length).toBeGreaterThan(40);
    for (const key of named) expect(english.has(key ?? ''), key).toBe(true);
  });
});
