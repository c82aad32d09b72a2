import { isValid, serverCpuUs } from './comparison.ts';
import type { WarningCode } from './gates.ts';
import { type Place, placeKey, placeOf, publishedAt } from './published.ts';
import type { Figure, Point } from './result.ts';
import { type Bounds, type Claim, claims, type ShapeFigures } from './shape-claims.ts';
import {
  englishShapeSentences,
  type ShapeKey,
  type ShapeOutcome,
  type ShapeReason,
} from './shape-sentences.ts';
import { sumFigures } from './stats.ts';
import { tiersOf } from './topologies.ts';
import type { Language } from './units.ts';
import { fillPlaces, writeValues } from './value-text.ts';

/** One claim of the seeds held against what was measured here. */
export interface ShapeStatement {
  readonly key: ShapeKey;
  /** `unknown`: a figure that it needs is missing. `cannotTell`: it is there, and still answers nothing. */
  readonly outcome: ShapeOutcome;
  /** Why it can't be told; absent where it can, or where nothing was measured. */
  readonly reason?: ShapeReason;
  /** The published and the measured value, under names that end in their unit; a dash where nothing was measured. */
  readonly values: Readonly<Record<string, number | string>>;
}

const notMeasured = '–';

type Standing = Pick<ShapeStatement, 'outcome' | 'reason' | 'values'>;

const exactly = (mean: number | undefined): Figure | undefined => (mean === undefined ? undefined : { mean });

function publishedFigures(place: Place): ShapeFigures | undefined {
  const published = publishedAt(place);
  if (published === undefined) return undefined;
  const [appUs, proxyUs] = [exactly(published.appUs), exactly(published.proxyUs)];
  const servers = (tiersOf(place.topology).includes('proxy') ? [appUs, proxyUs] : [appUs]).filter(
    (figure) => figure !== undefined,
  );
  const isWhole = servers.length === tiersOf(place.topology).length - 1;
  return {
    reqPerSec: exactly(published.reqPerSec),
    p50Ms: exactly(published.p50Ms),
    appUs,
    proxyUs,
    serversUs: isWhole ? sumFigures(servers) : undefined,
    httpVersion: published.httpVersion,
  };
}

function measuredFigures(point: Point): ShapeFigures {
  const { app, proxy } = point.tiers;
  const { latencyMs } = point;
  return {
    reqPerSec: point.reqPerSec,
    p50Ms: latencyMs && { mean: latencyMs.p50, ci95: latencyMs.p50Ci95 },
    appUs: app?.cpuUsPerRequest,
    proxyUs: proxy?.cpuUsPerRequest,
    serversUs: serverCpuUs(point),
    httpVersion: app?.httpVersion,
  };
}

/** What a claim measures, and the points that it looked at. */
function measure(claim: Claim, byPlace: ReadonlyMap<string, Point>) {
  const used = new Set<Point>();
  const value = claim.value((place) => {
    const point = byPlace.get(placeKey(place));
    if (point === undefined) return undefined;
    used.add(point);
    return measuredFigures(point);
  });
  return { value, used: [...used] };
}

const names = (points: readonly Point[]) =>
  [...new Set(points.map(({ experiment, topology }) => `${experiment} ${topology}`))].join(', ');

const warnedOf = (points: readonly Point[], code: WarningCode) =>
  points.filter(({ warnings }) => warnings.some((warning) => warning.code === code));

/** What waiting for a core makes longer or fewer; CPU per request holds. */
const waitsForCores: ReadonlySet<Claim['unit']> = new Set(['Ms', 'Share']);

/** A figure's whole interval must lie on one side of a bound for it to be told on which. */
function judge({ ci95 }: Figure, [least, most]: Bounds, unit: Claim['unit']): Standing {
  if (ci95 === undefined) return { outcome: 'cannotTell', reason: 'fewSlices', values: {} };
  const [low, high] = ci95;
  if (low >= least && high <= most) return { outcome: 'agrees', values: {} };
  if (high < least || low > most) return { outcome: 'differs', values: {} };
  // A bound beside a ratio needs its second decimal.
  const ending = unit === 'Ratio' ? 'Factor' : unit;
  const limit = low < least ? least : most;
  const values = { [`low${ending}`]: low, [`high${ending}`]: high, [`limit${ending}`]: limit };
  return { outcome: 'cannotTell', reason: 'withinInterval', values };
}

function standingOf(
  claim: Claim,
  { value, used }: ReturnType<typeof measure>,
  published: Figure | string,
): Standing {
  const invalid = used.filter((point) => !isValid(point));
  if (invalid.length > 0)
    return { outcome: 'cannotTell', reason: 'invalid', values: { points: names(invalid) } };
  if (value === undefined) return { outcome: 'unknown', values: {} };
  if (typeof value === 'string' || typeof published === 'string')
    return { outcome: value === published ? 'agrees' : 'differs', values: {} };
  const crowded = waitsForCores.has(claim.unit) ? warnedOf(used, 'cores-oversubscribed') : [];
  if (crowded.length > 0)
    return { outcome: 'cannotTell', reason: 'oversubscribed', values: { points: names(crowded) } };
  const cold = warnedOf(used, 'not-warm');
  if (cold.length > 0) return { outcome: 'cannotTell', reason: 'notWarm', values: { points: names(cold) } };
  return judge(value, claim.accepts(published.mean), claim.unit);
}

const shown = (value: Figure | string = notMeasured) => (typeof value === 'string' ? value : value.mean);

function stateOf(claim: Claim, byPlace: ReadonlyMap<string, Point>): ShapeStatement[] {
  const published = claim.value(publishedFigures);
  if (published === undefined) return [];
  const measured = measure(claim, byPlace);
  const standing = standingOf(claim, measured, published);
  const values = {
    [`published${claim.unit}`]: shown(published),
    [`measured${claim.unit}`]: standing.reason === 'invalid' ? notMeasured : shown(measured.value),
    ...standing.values,
  };
  return [{ key: claim.key, ...standing, values }];
}

/**
 * Where the shape of what was measured agrees with the published one, claim by claim: only where the whole 95 % interval
 * of the measured value, from valid and warm points with cores to spare, lies on one side of what would agree.
 */
export function shapeOf(points: readonly Point[]): ShapeStatement[] {
  const byPlace = new Map<string, Point>();
  for (const point of points) {
    const place = placeOf(point);
    if (place !== undefined) byPlace.set(placeKey(place), point);
  }
  return claims.flatMap((claim) => stateOf(claim, byPlace));
}

/** A statement's values as text; the ends of an interval and its limit also under names without their unit. */
export function writeShapeValues({ values }: ShapeStatement, language: Language): Record<string, string> {
  const written = writeValues(values, language);
  const short = Object.entries(written).flatMap(([name, text]) => {
    const plain = /^(low|high|limit)[A-Z]/.exec(name)?.[1];
    return plain === undefined ? [] : [[plain, text]];
  });
  return { ...written, ...Object.fromEntries(short) };
}

/** A statement in English, for the terminal and for exports. */
export function shapeText(statement: ShapeStatement): string {
  const { key, outcome, reason } = statement;
  const values = writeShapeValues(statement, 'en');
  const write = (name: keyof typeof englishShapeSentences) => fillPlaces(englishShapeSentences[name], values);
  const why = reason === undefined ? '' : ` ${write(reason)}`;
  return `${write(outcome)} · ${write(key)}${why}`;
}
