import { plannerExperimentOver } from '../experiment-ids.ts';
import { FEW_HANDSHAKES_PER_REQUEST } from '../negotiation-warnings.ts';
import { bytesPerKilobyte } from '../units.ts';
import { areAlike, conditionsText } from './conditions.ts';
import type { FittedPoint, SeriesModel, Term, TermName, TierModel } from './model.ts';
import type { PlanSentenceKey } from './plan-sentences.ts';
import type { PlanStatement } from './plan-statement.ts';
import { churnOf } from './regressors.ts';

const termSentences: readonly (readonly [
  term: TermName,
  key: PlanSentenceKey,
  value: string,
  factor: number,
])[] = [
  ['perByte', 'byteCost', 'kilobyteUs', bytesPerKilobyte],
  ['full', 'handshakeCost', 'fullUs', 1],
  ['resumed', 'resumedCost', 'resumedUs', 1],
  ['connection', 'connectionCost', 'connectionUs', 1],
  ['churn', 'churnCost', 'churnUs', churnOf(0.01)],
];

function termSaid(name: string, { tier, terms }: TierModel): PlanStatement[] {
  return termSentences.flatMap(([term, key, value, factor]) => {
    const found: Term = terms[term];
    if (found.state !== 'fitted') return [];
    const [lowUs, highUs] = [found.ci95[0] * factor, found.ci95[1] * factor];
    return [{ key, values: { name, tier, [value]: found.us * factor, lowUs, highUs } }];
  });
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function fitSaid(name: string, { tier, points, sparePoints }: TierModel): PlanStatement[] {
  const errors = points
    .map(({ leftOut }: FittedPoint) => leftOut && Math.abs(leftOut.errorShare))
    .filter((error) => error !== undefined);
  const medianShare = medianOf(errors);
  if (sparePoints === 0 || medianShare === undefined)
    return [{ key: 'noSpare', values: { name, tier, points: points.length } }];
  const worstShare = Math.max(...points.map(({ residualShare }) => Math.abs(residualShare)));
  const leftOutShare = Math.max(...errors);
  const fits: PlanStatement = { key: 'fits', values: { name, tier, worstShare, medianShare, leftOutShare } };
  const untested = points.length - errors.length;
  if (untested === 0) return [fits];
  return [fits, { key: 'untested', values: { name, tier, untested, points: points.length } }];
}

/** What took no part in a model, or only in part. */
function pointsSaid(model: SeriesModel): PlanStatement[] {
  const { name, pointsLeftOut: left, pointsOfCpuAlone: alone, pointsOfOtherConditions: others } = model;
  const points = model.tiers[0]?.points.length ?? 0;
  const said: PlanStatement[] = [];
  if (left > 0) said.push({ key: 'pointsLeftOut', values: { name, left, points: left + points } });
  if (alone > 0) said.push({ key: 'pointsOfCpuAlone', values: { name, alone, points } });
  const conditions = conditionsText(model.conditions);
  if (others > 0) said.push({ key: 'otherConditions', values: { name, others, conditions } });
  for (const { code, points: warned } of model.warnings)
    said.push({ key: 'pointsWarned', values: { name, warned, points, warning: code } });
  return said;
}

/** What of its points to know before the model is believed. */
function conditionsSaid(model: SeriesModel, first: SeriesModel): PlanStatement[] {
  const { name, protocol, connections, range, tiers } = model;
  const said = pointsSaid(model);
  if (!areAlike(model.conditions, first.conditions)) {
    const [conditions, firstConditions] = [model.conditions, first.conditions].map(conditionsText);
    const values = {
      name,
      conditions: conditions ?? '',
      first: first.name,
      firstConditions: firstConditions ?? '',
    };
    said.push({ key: 'unlikeConditions', values });
  }
  const isStraight = tiers.some(({ terms }) => terms.churn.state !== 'fitted');
  if (isStraight && range.connectionsPerRequest[1] > FEW_HANDSHAKES_PER_REQUEST)
    said.push({ key: 'straightBetween', values: { name, experiment: plannerExperimentOver[protocol] } });
  const [lowConnections = 0, highConnections = 0] = [connections[0], connections.at(-1)];
  if (lowConnections < highConnections)
    said.push({ key: 'mixedConditions', values: { name, lowConnections, highConnections } });
  return said;
}

/** What each term of a model costs. */
export const termsSaid = ({ name, tiers }: SeriesModel): PlanStatement[] =>
  tiers.flatMap((tier) => termSaid(name, tier));

/**
 * How far to trust a model: how well it fits, and what of its points to know.
 * @param first that it is compared with
 */
export const trustSaid = (model: SeriesModel, first: SeriesModel): PlanStatement[] => [
  ...model.tiers.flatMap((tier) => fitSaid(model.name, tier)),
  ...conditionsSaid(model, first),
];
