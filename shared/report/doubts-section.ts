import { isValid } from '../comparison.ts';
import { endedEarlyText } from '../ended-early.ts';
import { groupBy } from '../group-by.ts';
import type { LeftOut, Point, Run } from '../result.ts';
import { pointName, seriesName } from '../series.ts';
import { type Block, list, notice, type Section } from './blocks.ts';
import { namesInReport } from './point-names.ts';

/** A series of which something was measured was left out in the middle. */
function leftOutNotice(one: LeftOut, points: readonly Point[]): Block {
  const { code, message, lastStderr = [] } = one.fault;
  const isMeasured = points.some((point) => pointName(point) === seriesName(one));
  return notice(
    `${isMeasured ? 'Not measured to the end' : 'Not measured'} (${code}): ${message}`,
    lastStderr,
  );
}

/** What a reader has to know before the first figure: what is missing, and which figures are no results. */
export function notices(run: Run): Block[] {
  const { points, leftOut = [], fault, suite } = run;
  const endedEarly = endedEarlyText(run);
  const invalid = points.filter((point) => !isValid(point)).map(namesInReport(points));
  const count = invalid.length === 1 ? 'One point is' : `${invalid.length} points are`;
  return [
    ...(endedEarly === undefined ? [] : [notice(endedEarly, fault?.lastStderr)]),
    ...(suite?.cancelled ? [notice('The suite was cancelled: what was measured before it is here.')] : []),
    ...leftOut.map((one) => leftOutNotice(one, points)),
    ...(invalid.length === 0
      ? []
      : [notice(`${count} no valid result and shown grey: ${invalid.join(', ')}.`)]),
  ];
}

/** Each warning once, with the points that it is about: a suite of thirty would say it thirty times. */
function warningLines(points: readonly Point[], nameOf: (point: Point) => string): string[] {
  const all = points.flatMap((point) => point.warnings.map((warning) => ({ point, warning })));
  return [...groupBy(all, ({ warning }) => warning.code)].flatMap(([code, group]) => {
    const [first] = group;
    if (!first) return [];
    const names = [...new Set(group.map(({ point }) => nameOf(point)))];
    const of = names.length > 1 ? ` Of ${nameOf(first.point)}:` : '';
    return [`${names.join(', ')} ${code}:${of} ${first.warning.message}`];
  });
}

/** What to doubt in the figures; nothing where there is nothing. */
export function doubtsSections({ points }: Run): Section[] {
  const invalid = points.filter((point) => !isValid(point));
  const nameOf = namesInReport(points);
  const lines = [
    ...invalid.map((point) => `${nameOf(point)} is not a valid result: ${point.failedGates.join(', ')}`),
    ...warningLines(points, nameOf),
  ];
  return lines.length === 0 ? [] : [{ heading: 'What to doubt', blocks: list(lines) }];
}
