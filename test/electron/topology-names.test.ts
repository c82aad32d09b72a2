import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const asksByName = /(?:[=!]==?|case)\s*['"`]T\d['"`]|['"`]T\d['"`]\s*[=!]==?/;

/** Lines that decide something by a topology's name. */
function offences(name: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) => (asksByName.test(line) ? [`${name}:${at + 1}: ${line.trim()}`] : []));
}

test('the check finds each way to ask for a topology by its name, and no mere mention', () => {
  for (const line of [`if (t === 'T2') f();`, `'T0' !== id`, `case 'T3':`, `x == "T1"`]) {
    expect(offences('a.ts', line)).toHaveLength(1);
  }
  for (const line of [`topology: 'T1',`, `['T0', 'T1']`, `const t = 'T2';`, `// T2 is dearer than T1`]) {
    expect(offences('a.ts', line)).toEqual([]);
  }
});

test('no file outside test/ asks for a topology by its name: adding one is adding one entry', () => {
  const found = ['electron', 'renderer', 'shared'].flatMap((folder) =>
    readdirSync(path.join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mts|mjs)$/.test(entry.name))
      .flatMap((entry) => {
        const place = path.join(entry.parentPath, entry.name);
        return offences(path.relative(project, place), readFileSync(place, 'utf8'));
      }),
  );
  expect(found).toEqual([]);
});
