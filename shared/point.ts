import type { ExperimentId } from './experiment-ids.ts';
import { failedGates } from './gates.ts';
import { hopFacts, type LinkFacts } from './hop-facts.ts';
import type { LatencyHistogram } from './latency.ts';
import type { EngineFacts, Point, TierFigures } from './result.ts';
import type { Sample } from './sample.ts';
import { serverCostPerSlice } from './server-cost.ts';
import type { ServiceFacts } from './service.ts';
import { perSlice, sumOf } from './slice-sums.ts';
import { ratioFigure, sectionedFigure } from './stats.ts';
import { tierFigures } from './tier-figures.ts';
import type { Variant } from './variant.ts';
import { type Evidence, warningsOf } from './warnings.ts';
import { type ErrorKind, errorKinds, type ServingTier, type Tier, tierIds } from './words.ts';

export interface PointInput {
  readonly variant: Variant;
  readonly experiment?: ExperimentId;
  /** Of this variant, oldest first. */
  readonly samples: readonly Sample[];
  /** Merged over all samples. */
  readonly latency: LatencyHistogram;
  readonly links: Partial<Record<ServingTier, LinkFacts>>;
  /** What plays each serving tier. */
  readonly engines: Partial<Record<ServingTier, EngineFacts>>;
  /** What plays the app, where it is a service of the user's own. */
  readonly service?: ServiceFacts;
  readonly cores: number;
  readonly warmup?: Point['warmup'];
  /** The measurement is over: what is not known well enough by now stays so. */
  readonly isFinal: boolean;
}

function clientErrors(samples: readonly Sample[]): Point['errors'] {
  const byKind: Partial<Record<ErrorKind, number>> = {};
  for (const kind of errorKinds) {
    const count = sumOf(samples, (sample) => sample.tiers.client?.errors[kind] ?? 0);
    if (count > 0) byKind[kind] = count;
  }
  return { total: sumOf(Object.values(byKind), (count) => count), byKind };
}

function tiersOfSamples({ samples, links }: PointInput): Partial<Record<Tier, TierFigures>> {
  const tiers: Partial<Record<Tier, TierFigures>> = {};
  for (const tier of tierIds) {
    const seen = tier === 'app' ? links.app?.to.httpVersion : undefined;
    const figures = tierFigures(tier, samples, seen);
    if (figures !== undefined) tiers[tier] = figures;
  }
  return tiers;
}

const unknownEngine: EngineFacts = { name: 'builtin', version: 'unknown', tls: 'unknown' };

function enginesOf({ engines }: PointInput): Point['engines'] {
  return { app: unknownEngine, ...engines };
}

/** What an open loop asked for. */
function offeredOf({ variant, samples }: PointInput): Pick<Point, 'due' | 'offeredS'> {
  if (variant.workload.load.kind === 'closed') return {};
  return {
    due: sumOf(samples, (sample) => sample.tiers.client?.due ?? 0),
    offeredS: sumOf(samples, (sample) => sample.tiers.client?.offeredMs ?? 0) / 1000,
  };
}

/**
 * Requests per second. A closed loop asks from the first to the last moment of a slice; an open loop's slice ends with the
 * wait for the last answers, in which nothing is asked, so its time is the one in which requests were due or waited.
 */
function rateOf({ variant, samples }: PointInput): Point['reqPerSec'] {
  const isOpen = variant.workload.load.kind === 'open';
  const slices = perSlice(samples, ({ windowMs, tiers: { client } }) => ({
    amount: client?.requests ?? 0,
    count: (isOpen ? (client?.offeredMs ?? 0) : windowMs) / 1000,
  }));
  return ratioFigure(slices) ?? { mean: 0 };
}

function wireOf(samples: readonly Sample[]): Point['wire'] {
  const wires = samples.map((sample) => sample.wire).filter((wire) => wire !== undefined);
  if (wires.length === 0) return undefined;
  const userUs = sumOf(wires, (wire) => wire.userUs);
  const systemUs = sumOf(wires, (wire) => wire.systemUs);
  const windowUs = sumOf(samples, (sample) => sample.windowMs) * 1000;
  return {
    userUs,
    systemUs,
    utilisation: (userUs + systemUs) / windowUs,
    bytes: sumOf(wires, (wire) => wire.bytes),
  };
}

/** What the machine did meanwhile: means over the windows, and of the clock's steps the largest. */
function machineEvidence(samples: readonly Sample[]) {
  const meanOf = (pick: (sample: Sample) => number) => sumOf(samples, pick) / Math.max(1, samples.length);
  return {
    machineBusyCores: meanOf((sample) => sample.machineBusyCores),
    otherWorkCores: meanOf((sample) => sample.otherWorkCores),
    stealCores: meanOf((sample) => sample.stealCores),
    clockJumpMs: samples
      .map((sample) => sample.clockJumpMs)
      .reduce((largest, jump) => (Math.abs(jump) > Math.abs(largest) ? jump : largest), 0),
  };
}

function evidenceOf(input: PointInput, figures: Omit<Point, 'warnings' | 'failedGates'>): Evidence {
  return {
    ...figures,
    ...machineEvidence(input.samples),
    errorsTotal: figures.errors.total,
    errorsByKind: figures.errors.byKind,
    gaps: input.samples.filter((sample) => sample.afterGap).length,
    cores: input.cores,
    isFinal: input.isFinal,
  };
}

/** The interval of the merged histogram's median, from how far the slices' own medians lie from each other. */
function medianInterval(samples: readonly Sample[], p50Ms: number): { p50Ci95?: [number, number] } {
  const slices = perSlice(samples, ({ latencyMs }) => latencyMs && { amount: latencyMs.p50, count: 1 });
  const figure = sectionedFigure(
    p50Ms,
    slices.map(({ amount, count }) => amount / count),
  );
  return figure.ci95 ? { p50Ci95: figure.ci95 } : {};
}

function figuresOf(input: PointInput): Omit<Point, 'warnings' | 'failedGates'> {
  const { samples, variant, service } = input;
  const { workload, tls, network, topology } = variant;
  const cost = serverCostPerSlice(samples);
  const percentiles = input.latency.percentiles();
  return {
    experiment: input.experiment,
    topology,
    engines: enginesOf(input),
    workload: service === undefined ? workload : { ...workload, bodyBytes: service.answerBytes },
    tls,
    network,
    ...(service === undefined ? {} : { service }),
    measuredS: sumOf(samples, (sample) => sample.windowMs) / 1000,
    slices: new Set(samples.map((sample) => sample.slice)).size,
    warmup: input.warmup,
    requests: sumOf(samples, (sample) => sample.tiers.client?.requests ?? 0),
    ...offeredOf(input),
    errors: clientErrors(samples),
    reqPerSec: rateOf(input),
    latencyMs: percentiles && {
      ...percentiles,
      ...medianInterval(samples, percentiles.p50),
      hdr: input.latency.encode(),
    },
    tiers: tiersOfSamples(input),
    serverCpuUsPerRequest: ratioFigure(cost),
    turns: cost.map(({ turn, amount, count }) => [turn, Math.round(amount), count]),
    wire: wireOf(samples),
    hops: hopFacts(variant, input.links, samples),
  };
}

/** Reduces the samples of one variant to figures with their uncertainty, and to what a reader should doubt in them. */
export function toPoint(input: PointInput): Point {
  const figures = figuresOf(input);
  const warnings = warningsOf(evidenceOf(input, figures));
  return { ...figures, warnings, failedGates: failedGates(warnings) };
}
