import { expect, it } from 'vitest';
import { realEngines } from '../../../electron/lab/engines/engine-table.ts';
import { englishEngineSentences } from '../../../shared/engine-sentences.ts';

const placesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();

it.each(Object.values(realEngines))(
  '$name gives every value that its sentences have a place for',
  (engine) => {
    for (const { key, values } of [engine.install, ...engine.limits])
      expect(Object.keys(values).toSorted(), key).toEqual(placesIn(englishEngineSentences[key]));
  },
);
