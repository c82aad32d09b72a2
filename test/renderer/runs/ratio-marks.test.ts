import { describe, expect, it } from 'vitest';
import { ratioMarks, ratioTicks } from '../../../renderer/runs/ratio-marks.ts';
import { compareRuns } from '../../../shared/run-comparison/compare-runs.ts';
import { englishWords } from '../../../shared/run-comparison/comparison-words.ts';
import { onOtherMachine } from '../../shared/run-comparison/runs.ts';
import { suitePoints, suiteRun } from '../../shared/suite-points.ts';

const three = ['a', 'b', 'c'].map((name) => ({
  name,
  run: { ...suiteRun, id: name, ...(name === 'c' ? onOtherMachine : {}) },
}));

describe('the marks of the chart of ratios', () => {
  it('are one per point and side beyond the first, sides beneath each other within their row', () => {
    const { names, marks, leftOut } = ratioMarks(compareRuns(three), 'p50Ms', 'plain', englishWords);
    expect(names).toHaveLength(suitePoints.length);
    expect(leftOut).toBe(0);
    expect(marks).toHaveLength(2);
    for (const [row] of names.entries()) {
      const [second = Number.NaN, third = Number.NaN] = marks.map((list) => list[row]?.y);
      expect(second).toBeGreaterThan(row - 0.5);
      expect(second).toBeLessThan(third);
      expect(third).toBeLessThan(row + 0.5);
    }
  });

  it('leave the baseline itself out where multiples of it are drawn, and count it', () => {
    const { names, leftOut } = ratioMarks(compareRuns(three), 'p50Ms', 'relative', englishWords);
    expect(names).not.toContain('D T1');
    expect(leftOut).toBe(suitePoints.length - names.length);
  });

  it('lie between ticks that hold 1', () => {
    for (const [low, high] of [
      [0.98, 1.02],
      [0.6, 1.2],
      [0.2, 1.1],
      [1.5, 30],
    ]) {
      const ticks = ratioTicks([{ x: 1, y: 0, low, high, outcome: 'same' }]);
      expect(ticks).toContain(1);
      expect(ticks[0]).toBeLessThanOrEqual(low ?? 0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high ?? 0);
    }
  });
});
