import { isValid } from './comparison.ts';
import { type PublishedFigures, placeKey, placeOf, publishedAt } from './published.ts';
import type { Point } from './result.ts';
import { type Claim, claims, type FiguresAt } from './shape-claims.ts';
import { englishShapeSentences, type ShapeKey } from './shape-sentences.ts';
import { fillPlaces, writeValues } from './value-text.ts';

/** One claim of the seeds held against what was measured here. */
export interface ShapeStatement {
  readonly key: ShapeKey;
  /** `unknown`: a point that it needs is missing, or fails a validity gate. */
  readonly agrees: boolean | 'unknown';
  /** The published and the measured value, under names that end in their unit; a dash where nothing was measured. */
  readonly values: Readonly<Record<string, number | string>>;
}

const notMeasured = '–';

function figuresOf(point: Point): PublishedFigures {
  const { app, proxy, client } = point.tiers;
  return {
    reqPerSec: point.reqPerSec.mean,
    p50Ms: point.latencyMs?.p50,
    p99Ms: point.latencyMs?.p99,
    appUs: app?.cpuUsPerRequest?.mean,
    proxyUs: proxy?.cpuUsPerRequest?.mean,
    clientUs: client?.cpuUsPerRequest?.mean,
    httpVersion: app?.httpVersion,
  };
}

/** Figures by place, of valid points only. */
function measuredIn(points: readonly Point[]): FiguresAt {
  const byPlace = new Map<string, Point>();
  for (const point of points.filter(isValid)) {
    const place = placeOf(point);
    if (place !== undefined) byPlace.set(placeKey(place), point);
  }
  return (place) => {
    const point = byPlace.get(placeKey(place));
    return point && figuresOf(point);
  };
}

function stateOf(claim: Claim, measuredAt: FiguresAt): ShapeStatement[] {
  const published = claim.value(publishedAt);
  if (published === undefined) return [];
  const measured = claim.value(measuredAt);
  return [
    {
      key: claim.key,
      agrees: measured === undefined ? 'unknown' : claim.agrees(measured, published),
      values: { [`published${claim.unit}`]: published, [`measured${claim.unit}`]: measured ?? notMeasured },
    },
  ];
}

/** Where the shape of what was measured agrees with the published one, claim by claim. */
export function shapeOf(points: readonly Point[]): ShapeStatement[] {
  const measuredAt = measuredIn(points);
  return claims.flatMap((claim) => stateOf(claim, measuredAt));
}

/** Key of the word that says how a claim stands. */
export function outcomeKey({ agrees }: ShapeStatement): 'agrees' | 'differs' | 'unknown' {
  if (agrees === 'unknown') return 'unknown';
  return agrees ? 'agrees' : 'differs';
}

/** A statement in English, for the terminal and for exports. */
export function shapeText(statement: ShapeStatement): string {
  const sentence = fillPlaces(englishShapeSentences[statement.key], writeValues(statement.values, 'en'));
  return `${englishShapeSentences[outcomeKey(statement)]} · ${sentence}`;
}
