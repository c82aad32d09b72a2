import { isCpuValid, isValid } from '../comparison.ts';
import { plannerExperiments } from '../experiment-ids.ts';
import { groupBy } from '../group-by.ts';
import type { Point, Run } from '../result.ts';
import { compareSeries, seriesName, seriesOf } from '../series.ts';
import { tiersOf } from '../topologies.ts';
import { protocols, type ServingTier, servingTierIds } from '../words.ts';
import { areAlike, type Conditions, commonConditions, conditionsKey, conditionsOf } from './conditions.ts';
import { shocksFor } from './draws.ts';
import { type FittedTier, fitTier } from './fit-tier.ts';
import type { SeriesModel } from './model.ts';
import { askedPerRequest, clientConnections, type Row, rowOf } from './regressors.ts';

/** A topology with an engine and a protocol: its model, and the tiers that plan with it. */
export interface FittedSeries {
  readonly model: SeriesModel;
  readonly tiers: readonly FittedTier[];
}

/** With fewer connections a server sleeps between requests, and what waking costs is in its figures. */
const LEAST_CONNECTIONS = 8;

/** From this many new connections per request on, how busy a server is moves its cost little beside the handshakes. */
const MOSTLY_CONNECTIONS = 0.5;

/** Points that differ in nothing that the model has no term for; a service of one's own answers what it likes. */
function isModelled(point: Point): boolean {
  const { workload, network, service, topology, tiers } = point;
  const { innerRttMs, outerRttMs, innerWire } = network;
  const isAtOnce = innerRttMs === 0 && outerRttMs === 0 && innerWire === undefined;
  const isBusy = workload.load.kind === 'closed' || askedPerRequest(point) >= MOSTLY_CONNECTIONS;
  const isLoaded = isBusy && workload.connections >= LEAST_CONNECTIONS;
  const isWhole = tiersOf(topology).every((tier) => tiers[tier] !== undefined);
  return isAtOnce && isLoaded && isWhole && service === undefined;
}

/** Points of one topology, engine and protocol. */
const seriesKey = (point: Point): string =>
  JSON.stringify([seriesName(seriesOf(point)), point.workload.protocol]);

/** P and P2 were measured for this, under one number of connections; where they can't be used everything else is taken. */
function bestOf(points: readonly Point[]): readonly Point[] {
  const planned = points.filter(({ experiment }) => experiment && plannerExperiments.includes(experiment));
  return planned.some(isCpuValid) ? planned : points;
}

function span(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function rangeOf(points: readonly Point[]): SeriesModel['range'] {
  const connections = points.map(clientConnections);
  const shares = connections
    .filter(({ full, resumed }) => full + resumed > 0)
    .map(({ full, resumed }) => resumed / (full + resumed));
  return {
    bodyBytes: span(points.map(({ workload }) => workload.bodyBytes)),
    connectionsPerRequest: span(connections.map(({ full, resumed }) => full + resumed)),
    resumedShare: shares.length > 0 ? span(shares) : [0, 0],
  };
}

const rowsOf = (points: readonly Point[], tier: ServingTier): Row[] =>
  points.map((point) => rowOf(point, tier)).filter((row) => row !== undefined);

/** How many points carry each warning; of a gate that leaves their CPU standing `pointsOfCpuAlone` tells. */
function warningsOf(points: readonly Point[]): SeriesModel['warnings'] {
  const codes = points.flatMap(({ warnings, failedGates }) => [
    ...new Set(warnings.map(({ code }) => code).filter((code) => !failedGates.includes(code))),
  ]);
  return [...groupBy(codes, (code) => code)].map(([code, found]) => ({ code, points: found.length }));
}

/** @param all of one series under the same conditions */
function fitSeries(all: readonly Point[]): FittedSeries | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const servers = servingTierIds.filter((tier) => tiersOf(first.topology).includes(tier));
  const usable = all.filter((point) => isCpuValid(point) && servers.every((tier) => rowOf(point, tier)));
  const [used] = usable;
  if (used === undefined) return undefined;
  const series = seriesOf(first);
  const { protocol } = first.workload;
  const shocks = shocksFor(`${seriesName(series)} ${protocol}`, usable.length);
  const tiers = servers.map((tier) => fitTier(tier, rowsOf(usable, tier), shocks));
  const experiments = new Set(usable.map(({ experiment }) => experiment));
  const model: SeriesModel = {
    ...series,
    name: seriesName(series),
    protocol,
    conditions: conditionsOf(used),
    engines: used.engines,
    ...(experiments.size === 1 && used.experiment ? { experiment: used.experiment } : {}),
    connections: [...new Set(usable.map(({ workload }) => workload.connections))].toSorted((a, b) => a - b),
    range: rangeOf(usable),
    pointsLeftOut: all.length - usable.length,
    pointsOfOtherConditions: 0,
    warnings: warningsOf(usable),
    pointsOfCpuAlone: usable.filter((point) => !isValid(point)).length,
    tiers: tiers.map((tier) => tier.model),
  };
  return { model, tiers };
}

/** Of a series' points those under the common conditions, or else under those with most points. */
function fitUnderOne(points: readonly Point[], common: Conditions | undefined): FittedSeries | undefined {
  const isCommon = ([point]: readonly Point[]) =>
    point !== undefined && common !== undefined && areAlike(conditionsOf(point), common);
  const groups = [...groupBy(points, (point) => conditionsKey(conditionsOf(point))).values()].toSorted(
    (own, other) => Number(isCommon(other)) - Number(isCommon(own)) || other.length - own.length,
  );
  for (const group of groups) {
    const fitted = fitSeries(group);
    if (fitted === undefined) continue;
    const pointsOfOtherConditions = points.length - group.length;
    return { ...fitted, model: { ...fitted.model, pointsOfOtherConditions } };
  }
  return undefined;
}

/**
 * Fits a cost model to each topology, engine and protocol of a run, from its points under load and without delay whose
 * CPU per request stands. All points of a model, and where the run has them those of all models of a protocol, were
 * measured with the same TLS version, key, method and streams.
 * @returns in display order; empty when no point can be used
 */
export function fitCostModels({ points }: Pick<Run, 'points'>): FittedSeries[] {
  const modelled = points.filter(isModelled);
  const fitted = protocols.flatMap((protocol) => {
    const own = modelled.filter(({ workload }) => workload.protocol === protocol);
    const series = [...groupBy(own, seriesKey).values()].map(bestOf);
    const common = commonConditions(series.flat());
    return series.map((one) => fitUnderOne(one, common)).filter((one) => one !== undefined);
  });
  return fitted.toSorted(
    ({ model: a }, { model: b }) =>
      compareSeries(a, b) || protocols.indexOf(a.protocol) - protocols.indexOf(b.protocol),
  );
}
