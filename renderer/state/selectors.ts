import type { LivePoint } from '../../shared/api.ts';
import { type Config, measuredTopologies } from '../../shared/config.ts';
import type { Figure, Point, Warning } from '../../shared/result.ts';
import {
  compareSeries,
  type NamedSeries,
  named,
  pointName,
  seriesName,
  seriesOf,
} from '../../shared/series.ts';
import { isAskedFor } from '../../shared/service.ts';
import { hopsOf, tlsHopsOf } from '../../shared/topologies.ts';
import { hasProxy, measuredVariants, seriesOfVariant } from '../../shared/variant.ts';
import { type Statement, serverCpuUs, verdictOf } from '../../shared/verdict.ts';
import { memoise } from './memoise.ts';
import type { LabState } from './reduce.ts';

/** What is measured under the current settings, whether there are figures yet or not. */
export const selectMeasured = memoise(
  (state: LabState) => [state.config] as const,
  (config: Config) => measuredVariants(config).map((variant) => named(seriesOfVariant(variant))),
);

/** Points that a chart may show, and whether they still belong to the settings that the controls show. */
export interface ShownPoints {
  readonly points: readonly LivePoint[];
  /** True from a change of the settings until the first figures under them: what is shown is of before. */
  readonly outdated: boolean;
}

const inOrder = (points: readonly LivePoint[]) =>
  points.toSorted((a, b) => compareSeries(seriesOf(a.point), seriesOf(b.point)));

/**
 * `JSON.stringify` of plain settings: both sides come from the same schema, so their keys are in one order. How much a
 * service of the user's own answers is not chosen here.
 */
function settingsKey(
  { workload, tls, network }: Pick<Point, 'workload' | 'tls' | 'network'>,
  config: Config,
) {
  const bodyBytes = config.service === undefined ? workload.bodyBytes : undefined;
  return JSON.stringify([{ ...workload, bodyBytes }, tls, network]);
}

const isUnder = (config: Config, { point }: LivePoint) =>
  settingsKey(point, config) === settingsKey(config, config) && isAskedFor(point.service, config.service);

/** The points of the current settings; while there are none yet, those of before, marked as such. */
export const selectShownPoints = memoise(
  (state: LabState) => [state.points, state.config] as const,
  (points: readonly LivePoint[], config: Config): ShownPoints => {
    const current = points.filter((live) => isUnder(config, live));
    const outdated = current.length === 0 && points.length > 0;
    return { points: inOrder(outdated ? points : current), outdated };
  },
);

/**
 * Tells of a series, by its name, whether its figures are of before: of other settings, of a series that is not measured
 * now, or of a lab that no longer answers.
 */
const selectIsEarlier = memoise(
  (state: LabState) => [selectShownPoints(state), state.config, state.connection.phase] as const,
  ({ outdated }: ShownPoints, config: Config, connection: LabState['connection']['phase']) => {
    const measured = measuredVariants(config).map(seriesName);
    return (name: string) => outdated || connection === 'reconnecting' || !measured.includes(name);
  },
);

export interface CpuRow {
  /** What the bar is called; the series' name where there is one bar per series. */
  readonly label: string;
  readonly topology: Point['topology'];
  readonly app: number | undefined;
  readonly proxy: number | undefined;
  readonly proxy2: number | undefined;
  readonly client: number | undefined;
  /** All servers together. */
  readonly servers: Figure | undefined;
  readonly earlier: boolean;
  readonly warnings: readonly Warning[];
  /** With any, the bar is grey: its figures are no result. */
  readonly failedGates: Point['failedGates'];
  /** Said behind the bar where there is no chart of latencies beside it. */
  readonly latencyMs?: Point['latencyMs'];
}

/** The bar of a point. */
export function toCpuRow(point: Point, label: string, earlier: boolean): CpuRow {
  return {
    label,
    topology: point.topology,
    app: point.tiers.app?.cpuUsPerRequest?.mean,
    proxy: point.tiers.proxy?.cpuUsPerRequest?.mean,
    proxy2: point.tiers.proxy2?.cpuUsPerRequest?.mean,
    client: point.tiers.client?.cpuUsPerRequest?.mean,
    servers: serverCpuUs(point),
    earlier,
    warnings: point.warnings,
    failedGates: point.failedGates,
  };
}

/** With more series than this, bars need more of the window. */
const mostRoomyBars = 6;
export const selectIsCrowded = (state: LabState): boolean =>
  selectShownPoints(state).points.length > mostRoomyBars;

/** One bar per measured series: µs of CPU per request of each tier. */
export const selectCpuRows = memoise(
  (state: LabState) => [selectShownPoints(state), selectIsEarlier(state)] as const,
  ({ points }: ShownPoints, isEarlier: (name: string) => boolean): readonly CpuRow[] =>
    points.map(({ point }) => toCpuRow(point, pointName(point), isEarlier(pointName(point)))),
);

/** Percentile curves on the axis of HdrHistogram's plots: x = log10(1 / (1 − quantile)). */
export interface Curve extends NamedSeries {
  readonly earlier: boolean;
  readonly failedGates: Point['failedGates'];
  readonly rows: readonly { readonly x: number; readonly quantile: number; readonly ms: number }[];
}

/** The right edge of the curve: 99.99 %. */
export const lastQuantileX = 4;

function toCurve({ point, curve }: LivePoint, earlier: boolean): Curve {
  const rows = curve
    .filter(({ quantile }) => quantile < 1)
    .map(({ quantile, ms }) => ({ x: -Math.log10(1 - quantile), quantile, ms }))
    .filter(({ x }) => x <= lastQuantileX + 1e-9);
  return { ...named(seriesOf(point)), earlier, failedGates: point.failedGates, rows };
}

export const selectCurves = memoise(
  (state: LabState) => [selectShownPoints(state), selectIsEarlier(state)] as const,
  ({ points }: ShownPoints, isEarlier: (name: string) => boolean): readonly Curve[] =>
    points.map((live) => toCurve(live, isEarlier(pointName(live.point)))),
);

/** A series whose figures fail a gate, and which. */
export interface GatedSeries {
  readonly name: string;
  readonly failedGates: Point['failedGates'];
}

/** Of the points that belong to the settings shown, those that may not stand as results. */
export const selectGated = memoise(
  (state: LabState) => [selectShownPoints(state)] as const,
  ({ points, outdated }: ShownPoints): readonly GatedSeries[] =>
    outdated
      ? []
      : points
          .map(({ point }) => ({ name: pointName(point), failedGates: point.failedGates }))
          .filter(({ failedGates }) => failedGates.length > 0),
);

export interface ThroughputRow extends NamedSeries {
  readonly reqPerSec: Figure;
  readonly clientBound: boolean;
  readonly earlier: boolean;
  readonly failedGates: Point['failedGates'];
}

export const selectThroughput = memoise(
  (state: LabState) => [selectShownPoints(state), selectIsEarlier(state)] as const,
  ({ points }: ShownPoints, isEarlier: (name: string) => boolean): readonly ThroughputRow[] =>
    points.map(({ point }) => ({
      ...named(seriesOf(point)),
      reqPerSec: point.reqPerSec,
      clientBound: point.warnings.some((warning) => warning.code === 'client-saturated'),
      earlier: isEarlier(pointName(point)),
      failedGates: point.failedGates,
    })),
);

export const selectPoints = memoise(
  (state: LabState) => [selectShownPoints(state)] as const,
  ({ points }: ShownPoints): readonly Point[] => points.map((live) => live.point),
);

export const selectVerdict = memoise(
  (state: LabState) => [selectShownPoints(state)] as const,
  ({ points }: ShownPoints): readonly Statement[] =>
    verdictOf(
      points.map((live) => live.point),
      new Map(points.map((live) => [pointName(live.point), live.epoch])),
    ),
);

export interface SeriesWarning {
  readonly names: readonly string[];
  readonly warning: Warning;
}

/** Warnings of all shown points; one that several series share is one entry. */
export const selectWarnings = memoise(
  (state: LabState) => [selectPoints(state)] as const,
  (points: readonly Point[]): readonly SeriesWarning[] => {
    const byCode = new Map<string, SeriesWarning>();
    for (const point of points) {
      for (const warning of point.warnings) {
        const known = byCode.get(warning.code);
        const names = [...(known?.names ?? []), pointName(point)];
        byCode.set(warning.code, { names, warning: known?.warning ?? warning });
      }
    }
    return [...byCode.values()];
  },
);

/** What the process that delays hops spends on each request of a series, µs. */
export interface WireCost {
  readonly name: string;
  readonly cpuUsPerRequest: number;
}

/** Only of points with a wire on the path and a request that crossed it. */
export const selectWireCosts = memoise(
  (state: LabState) => [selectPoints(state)] as const,
  (points: readonly Point[]): readonly WireCost[] =>
    points.flatMap((point) => {
      const { wire, requests } = point;
      if (!wire || requests === 0) return [];
      return [{ name: pointName(point), cpuUsPerRequest: (wire.userUs + wire.systemUs) / requests }];
    }),
);

/** Whether any topology that the settings measure has a proxy; without one its engine changes nothing. */
export const selectHasProxy = memoise(
  (state: LabState) => [state.config] as const,
  (config: Config) => measuredTopologies(config).some(hasProxy),
);

/** Whether any topology that the settings measure has a hop behind a proxy; without one its distance changes nothing. */
export const selectHasInnerHop = memoise(
  (state: LabState) => [state.config] as const,
  (config: Config) =>
    measuredTopologies(config).some((topology) => hopsOf(topology).some((hop) => hop.from !== 'client')),
);

/** Whether any topology that the settings measure has a TLS hop; without one the TLS controls change nothing. */
export const selectHasTls = memoise(
  (state: LabState) => [state.config] as const,
  (config: Config) => measuredTopologies(config).some((topology) => tlsHopsOf(topology).length > 0),
);

/** Controls that show a refusal of their field beside themselves, whatever is chosen. */
const fieldsWithMessage = ['workload.bodyBytes', 'workload.connections'];

/** Why the last change was refused, when no control says it. */
export function selectLooseFault({ configFault }: LabState): LabState['configFault'] {
  return configFault && fieldsWithMessage.includes(configFault.field ?? '') ? undefined : configFault;
}

/** Whether the lab is busy with a suite: nothing can be measured live meanwhile. */
/** A suite or the handshake lab has the machine: live measuring has to wait. */
export const selectIsLongRunning = ({ status }: LabState): boolean =>
  status?.phase.kind === 'suite' || status?.phase.kind === 'handshake-lab';

/** Whether the lab measures live. */
export const selectIsActive = (state: LabState): boolean => {
  const kind = state.status?.phase.kind;
  return kind === 'preparing' || kind === 'running' || kind === 'recovering';
};
