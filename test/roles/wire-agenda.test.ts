import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda } from '../../electron/roles/wire-agenda.ts';

const steps = fc.array(
  fc.record({
    addUs: fc.array(fc.integer({ min: 0, max: 50 })),
    takeUpToUs: fc.integer({ min: 0, max: 50 }),
  }),
);

describe('an agenda', () => {
  it('gives the nearest appointment, and none before its moment, however adding and taking alternate', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const agenda = new Agenda();
        let expected: number[] = [];
        for (const { addUs, takeUpToUs } of all) {
          for (const dueUs of addUs) agenda.add({ dueUs });
          expected = [...expected, ...addUs].sort((a, b) => a - b);
          expect(agenda.first()?.dueUs).toBe(expected[0]);
          const taken: number[] = [];
          for (let one = agenda.takeDue(takeUpToUs); one !== undefined; one = agenda.takeDue(takeUpToUs)) {
            taken.push(one.dueUs);
          }
          expect(taken).toEqual(expected.filter((dueUs) => dueUs <= takeUpToUs));
          expected = expected.filter((dueUs) => dueUs > takeUpToUs);
        }
      }),
    );
  });
});
