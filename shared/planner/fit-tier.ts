import type { ServingTier } from '../words.ts';
import { type ChosenTerms, chooseTerms } from './choose-terms.ts';
import { intervalOf, type Shock, widening } from './draws.ts';
import { dot, type Fit, fitNonNegative, nonNegative, solverFor } from './least-squares.ts';
import type { FittedPoint, Term, TermName, TierModel } from './model.ts';
import type { ByKind, Regressors, Row } from './regressors.ts';

/** A tier's model with the draws behind its intervals. */
export interface FittedTier {
  readonly model: TierModel;
  /** µs of CPU per request that occurs so: by the model, and by each draw. */
  readonly costUs: (regressors: Regressors) => { readonly us: number; readonly draws: readonly number[] };
}

const columnsOf = (fitted: readonly TermName[], regressors: Regressors) =>
  fitted.map((name) => regressors[name]);

function fitRows(rows: readonly Row[], fitted: readonly TermName[]): Fit {
  return fitNonNegative(
    rows.map(({ regressors, us, sdUs }) => ({ x: columnsOf(fitted, regressors), y: us.mean, sd: sdUs })),
  );
}

/** Coefficients of each draw: those of points as they would be measured again, if the model were true. */
function drawCoefficients(
  rows: readonly Row[],
  fitted: readonly TermName[],
  fit: Fit,
  shocks: readonly Shock[],
) {
  const xs = rows.map(({ regressors }) => columnsOf(fitted, regressors));
  const solver = solverFor(xs, fit.sds);
  const modelled = xs.map((x) => dot(x, fit.coefficients));
  return shocks.map((shock) => {
    const scale = widening(shock, fit.spare);
    const ys = modelled.map((us, at) => us + (fit.sds[at] ?? 0) * (shock.points[at] ?? 0) * scale);
    const misfit = Math.max(0, 1 + (fit.misfitShare ?? 0) * shock.misfit * scale);
    return { coefficients: nonNegative(solver, xs, ys, fit.sds), misfit };
  });
}

function termsOf({ fitted, others }: ChosenTerms, fit: Fit): TierModel['terms'] {
  const term = (name: TermName): Term => {
    const at = fitted.indexOf(name);
    const [us, ci95] = [fit.coefficients[at], fit.ci95[at]];
    if (us === undefined || ci95 === undefined) return others[name] ?? { state: 'unknown' };
    return { state: 'fitted', us, ci95: [ci95[0], ci95[1]] };
  };
  return {
    base: term('base'),
    perByte: term('perByte'),
    full: term('full'),
    resumed: term('resumed'),
    connection: term('connection'),
    churn: term('churn'),
  };
}

/** Handshakes per new connection, over the points whose client resumed, or did not. */
function handshakesPer(rows: readonly Row[]): ByKind {
  const sum = (name: TermName) => rows.reduce((total, { regressors }) => total + regressors[name], 0);
  const connections = sum('connection');
  if (connections === 0) return { full: 0, resumed: 0 };
  return { full: sum('full') / connections, resumed: sum('resumed') / connections };
}

/** What the other points say of one, if they tell as many terms apart as all do. */
function leftOut(
  rows: readonly Row[],
  row: Row,
  tier: ServingTier,
  fitted: readonly TermName[],
): FittedPoint['leftOut'] {
  const others = rows.filter((other) => other !== row);
  if (others.length < fitted.length) return undefined;
  if (chooseTerms(others, tier).fitted.join() !== fitted.join()) return undefined;
  const us = dot(columnsOf(fitted, row.regressors), fitRows(others, fitted).coefficients);
  return { us, errorShare: us / row.us.mean - 1 };
}

function fittedPoint(row: Row, modelledUs: FittedPoint['modelledUs']): Omit<FittedPoint, 'leftOut'> {
  const { workload, tls } = row.point;
  return {
    bodyBytes: workload.bodyBytes,
    reuse: workload.reuse,
    resumption: tls.resumption,
    connectionsPerRequest: row.regressors.connection,
    measuredUs: row.us,
    modelledUs,
    residualShare: row.us.mean / modelledUs.mean - 1,
  };
}

/**
 * Fits what a tier costs to what its points measured.
 * @param rows of one tier, one per point, at least one
 * @param shocks one per draw, with as many places as there are rows
 */
export function fitTier(tier: ServingTier, rows: readonly Row[], shocks: readonly Shock[]): FittedTier {
  const chosen = chooseTerms(rows, tier);
  const { fitted } = chosen;
  const fit = fitRows(rows, fitted);
  const drawn = drawCoefficients(rows, fitted, fit, shocks);
  const costUs: FittedTier['costUs'] = (regressors) => {
    const x = columnsOf(fitted, regressors);
    return {
      us: dot(x, fit.coefficients),
      draws: drawn.map(({ coefficients, misfit }) => dot(x, coefficients) * misfit),
    };
  };
  const points = rows.map((row): FittedPoint => {
    const { us, draws } = costUs(row.regressors);
    const left = leftOut(rows, row, tier, fitted);
    return { ...fittedPoint(row, { mean: us, ci95: intervalOf(draws, us) }), ...(left && { leftOut: left }) };
  });
  const model: TierModel = {
    tier,
    terms: termsOf(chosen, fit),
    sparePoints: fit.spare,
    ...(fit.misfitShare === undefined ? {} : { misfitShare: fit.misfitShare }),
    handshakesPerConnection: {
      full: handshakesPer(rows.filter(({ isResumed }) => !isResumed)),
      resumed: handshakesPer(rows.filter(({ isResumed }) => isResumed)),
    },
    points,
  };
  return { model, costUs };
}
