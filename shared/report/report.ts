import type { Point, Run } from '../result.ts';
import { pointName } from '../series.ts';
import { type ShapeStatement, shapeOf, shapeText } from '../shape.ts';
import { environmentText } from '../tables.ts';
import { formatNumber } from '../units.ts';
import { statementText, verdictOf } from '../verdict.ts';
import { list, paragraph, type Report, type Section } from './blocks.ts';
import { doubtsSections, notices } from './doubts-section.ts';
import { methodSection } from './method-section.ts';
import { resultSections } from './result-sections.ts';
import { setupSection } from './setup-section.ts';

function titleOf({ suite, points }: Run): string {
  if (suite) return `What TLS costs: suite ${suite.experiments.join(', ')}${suite.quick ? ', quick' : ''}`;
  const names = [...new Set(points.map(pointName))].join(', ');
  return names === '' ? 'What TLS costs: nothing was measured' : `What TLS costs: ${names}`;
}

const minuteOf = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const countText = (count: number) => `${count} ${count === 1 ? 'point' : 'points'}`;

function subtitleOf({ startedAt, durationS, points, environment }: Run): string {
  const length = `${countText(points.length)} in ${formatNumber(durationS, 'en')} s`;
  return `TLS Cost Lab · ${minuteOf(startedAt)} · ${length} · ${environmentText(environment)}`;
}

/** A suite is held against the published figures; what it can't be held against comes last. */
function shapeStatements(points: readonly Point[]): ShapeStatement[] {
  const all = shapeOf(points);
  const isUnknown = ({ outcome }: ShapeStatement) => outcome === 'unknown';
  return [...all.filter((statement) => !isUnknown(statement)), ...all.filter(isUnknown)];
}

function saysSection({ suite, points }: Run): Section[] {
  if (points.length === 0) return [];
  if (!suite) return [{ heading: 'What it says', blocks: list(verdictOf(points).map(statementText)) }];
  return [
    {
      heading: 'What it says',
      blocks: [
        paragraph(
          'Each statement of the published figures, held against what was measured here: machines differ, so ratios are compared and not the figures themselves.',
        ),
        ...list(shapeStatements(points).map(shapeText)),
      ],
    },
  ];
}

/**
 * A run as a report: what is missing or no result, what the figures say, the figures, what to doubt in them, where and how
 * they were measured.
 */
export function reportOf(run: Run): Report {
  const missing = notices(run);
  return {
    title: titleOf(run),
    subtitle: subtitleOf(run),
    sections: [
      ...(missing.length > 0 ? [{ heading: 'Before you read the figures', blocks: missing }] : []),
      ...saysSection(run),
      ...resultSections(run),
      ...doubtsSections(run),
      setupSection(run),
      methodSection(run),
    ],
  };
}
