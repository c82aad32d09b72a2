import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { choosePlace, readPlace } from '../../electron/desktop/window-place.ts';

const primary = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const saved = { x: 100, y: 80, width: 1200, height: 700, maximised: false };
const middle = { x: 280, y: 123, width: 1360, height: 860, maximised: false };

it('the window opens where it was, also on a second display, also maximised', () => {
  expect(choosePlace(saved, [primary])).toEqual(saved);
  const there = { ...saved, x: 2000, maximised: true, width: 1000 };
  expect(choosePlace(there, [primary, second])).toEqual(there);
});

it.each([
  ['nothing was kept', undefined],
  ['what was kept is no place', { x: 'left' }],
  ['a number is none', { ...saved, x: Number.NaN }],
  ['it would be too small to use', { ...saved, width: 10 }],
  ['its display is gone', { ...saved, x: 2000 }],
  ['its upper edge is above the display', { ...saved, y: -200 }],
  ['only its lower right corner would show', { ...saved, x: -1150, y: 1070 }],
])('the window opens in the middle of the primary display when %s', (_what, kept) => {
  expect(choosePlace(kept, [primary])).toEqual(middle);
});

it('the window is no larger than its display', () => {
  const small = { x: 0, y: 0, width: 1024, height: 740 };
  expect(choosePlace(undefined, [small])).toEqual({ ...small, maximised: false });
  const { width, height } = choosePlace({ ...saved, x: 0, y: 0, width: 3000, height: 2000 }, [small]);
  expect([width, height]).toEqual([1024, 740]);
});

it('a file that is absent or broken is as good as none', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'window-place-'));
  const file = path.join(folder, 'window.json');
  expect(readPlace(file)).toBeUndefined();
  writeFileSync(file, '{"x": 1');
  expect(readPlace(file)).toBeUndefined();
  rmSync(folder, { recursive: true });
});
