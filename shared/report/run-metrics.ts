import { isValid, serverCpuUs } from '../comparison.ts';
import type { Figure, Point, Run } from '../result.ts';
import { proxyOf } from '../series.ts';
import { reuseText } from '../tables.ts';
import { hasProxy } from '../variant.ts';
import { tierIds } from '../words.ts';
import { type Labels, type MetricFamily, type MetricSample, openMetricsText } from './open-metrics.ts';

interface Labelled {
  readonly point: Point;
  readonly labels: Labels;
}

/** What every sample of a point carries. `point` makes it unique; `valid` keeps figures that are no results apart. */
function labelledPoints({ id, points }: Run): Labelled[] {
  return points.map((point, at) => {
    const { experiment, topology, workload, tls, network } = point;
    const labels = {
      run: id,
      point: at + 1,
      valid: isValid(point),
      experiment,
      topology,
      engine: hasProxy(topology) ? proxyOf(point) : undefined,
      protocol: workload.protocol,
      reuse: reuseText(workload.reuse),
      connections: workload.connections,
      body_bytes: workload.bodyBytes,
      load: workload.load.kind,
      tls_version: tls.version,
      key: tls.key,
      resumption: tls.resumption,
      inner_rtt_seconds: network.innerRttMs / 1000,
      outer_rtt_seconds: network.outerRttMs / 1000,
    };
    return { point, labels };
  });
}

type Reading = readonly [labels: Labels, value: number | undefined];

/** The samples of all points; a value that is not known makes none. */
function samplesOf(
  all: readonly Labelled[],
  suffix: MetricSample['suffix'],
  read: (point: Point) => readonly Reading[],
): MetricSample[] {
  return all.flatMap(({ point, labels }) =>
    read(point).flatMap(([own, value]) =>
      value === undefined ? [] : [{ suffix, labels: { ...labels, ...own }, value }],
    ),
  );
}

/** A figure as three families, so that no sum or mean over a label mixes a mean with the ends of its interval. */
function figureFamilies(
  all: readonly Labelled[],
  about: { name: string; unitEnding: string; unit?: 'seconds'; help: string },
  read: (point: Point) => readonly (readonly [Labels, Figure | undefined])[],
): MetricFamily[] {
  const parts = [
    ['', '', (figure: Figure) => figure.mean],
    ['_ci95_low', ', lower end of the 95 % interval', (figure: Figure) => figure.ci95?.[0]],
    ['_ci95_high', ', upper end of the 95 % interval', (figure: Figure) => figure.ci95?.[1]],
  ] as const;
  const { name, unitEnding, help } = about;
  const unit = about.unit === undefined ? {} : { unit: about.unit };
  return parts.map(([ending, helpEnding, pick]) => ({
    name: `${name}${ending}${unitEnding}`,
    type: 'gauge',
    ...unit,
    help: `${help}${helpEnding}.`,
    samples: samplesOf(all, '', (point) =>
      read(point).map(([labels, figure]) => [labels, figure && pick(figure)] as const),
    ),
  }));
}

const usToS = (us: number) => us / 1e6;

function inSeconds(figure: Figure | undefined): Figure | undefined {
  if (figure === undefined) return undefined;
  const { mean, ci95 } = figure;
  return { mean: usToS(mean), ...(ci95 ? { ci95: [usToS(ci95[0]), usToS(ci95[1])] } : {}) };
}

/** A reading of each tier on the path. */
const perTier = <T>(point: Point, read: (figures: NonNullable<Point['tiers']['app']>) => T) =>
  tierIds.flatMap((tier) => {
    const figures = point.tiers[tier];
    return figures ? [[{ tier }, read(figures)] as const] : [];
  });

function costFamilies(all: readonly Labelled[]): MetricFamily[] {
  return [
    ...figureFamilies(
      all,
      {
        name: 'tls_cost_lab_cpu_per_request',
        unitEnding: '_seconds',
        unit: 'seconds',
        help: 'CPU time of a tier per request that it served; tier "servers" is all but the client',
      },
      (point) => [
        ...perTier(point, ({ cpuUsPerRequest }) => inSeconds(cpuUsPerRequest)),
        [{ tier: 'servers' }, inSeconds(serverCpuUs(point))] as const,
      ],
    ),
    ...figureFamilies(
      all,
      { name: 'tls_cost_lab_requests_per_second', unitEnding: '', help: 'Requests answered per second' },
      (point) => [[{}, point.reqPerSec]],
    ),
  ];
}

const latencyReadings = ({ latencyMs }: Point): Reading[] =>
  latencyMs
    ? [
        [{ quantile: 0.5 }, latencyMs.p50 / 1000],
        [{ quantile: 0.9 }, latencyMs.p90 / 1000],
        [{ quantile: 0.99 }, latencyMs.p99 / 1000],
        [{ quantile: 0.999 }, latencyMs.p999 / 1000],
        [{ quantile: '1.0' }, latencyMs.max / 1000],
      ]
    : [];

const cpuReadings = (point: Point): Reading[] =>
  perTier(point, ({ userUs, systemUs }) => ({ user: userUs, system: systemUs })).flatMap(([labels, us]) => [
    [{ ...labels, mode: 'user' }, usToS(us.user)],
    [{ ...labels, mode: 'system' }, usToS(us.system)],
  ]);

const handshakeReadings = (point: Point): Reading[] =>
  point.hops.flatMap(({ from, to, measuredHandshakes }): Reading[] => [
    [{ from, to, kind: 'full' }, measuredHandshakes?.full],
    [{ from, to, kind: 'resumed' }, measuredHandshakes?.resumed],
  ]);

function countFamilies(all: readonly Labelled[]): MetricFamily[] {
  const counter = (name: string, help: string, read: (point: Point) => readonly Reading[]): MetricFamily => ({
    name: `tls_cost_lab_${name}`,
    type: 'counter',
    help,
    samples: samplesOf(all, '_total', read),
  });
  return [
    { ...counter('cpu_seconds', 'CPU time in the measured windows.', cpuReadings), unit: 'seconds' },
    counter('requests', 'Requests that each tier served in the measured windows.', (point) =>
      perTier(point, ({ requests }) => requests),
    ),
    counter('errors', 'Requests of the client that failed, by kind.', ({ errors }) =>
      Object.entries(errors.byKind).map(([kind, count]) => [{ kind }, count] as const),
    ),
    counter('handshakes', 'TLS handshakes in the measured windows.', handshakeReadings),
  ];
}

function stateFamilies(all: readonly Labelled[]): MetricFamily[] {
  return [
    {
      name: 'tls_cost_lab_latency_seconds',
      type: 'summary',
      unit: 'seconds',
      help: 'Latency of requests; quantile 1 is the longest.',
      samples: samplesOf(all, '', latencyReadings),
    },
    {
      name: 'tls_cost_lab_resident_memory_bytes',
      type: 'gauge',
      unit: 'bytes',
      help: 'Resident memory at the end.',
      samples: samplesOf(all, '', (point) => perTier(point, ({ rssBytes }) => rssBytes)),
    },
    {
      name: 'tls_cost_lab_busy_cores',
      type: 'gauge',
      help: 'Cores that a tier kept busy.',
      samples: samplesOf(all, '', (point) => perTier(point, ({ utilisation }) => utilisation)),
    },
    {
      name: 'tls_cost_lab_measured_seconds',
      type: 'gauge',
      unit: 'seconds',
      help: 'Time that was measured.',
      samples: samplesOf(all, '', ({ measuredS }) => [[{}, measuredS]]),
    },
    {
      name: 'tls_cost_lab_warning',
      type: 'info',
      help: 'What to doubt in a point.',
      samples: samplesOf(all, '_info', ({ warnings, failedGates }) =>
        // A code that stands twice would be one sample twice, which a reader refuses.
        [...new Set(warnings.map(({ code }) => code))].map(
          (code) => [{ code, fails_gate: failedGates.includes(code) }, 1] as const,
        ),
      ),
    },
  ];
}

function runFamily({ id, startedAt, environment }: Run): MetricFamily {
  const { os, cpuModel, cores, runtime } = environment;
  const labels = {
    run: id,
    started_at: startedAt,
    os,
    cpu_model: cpuModel,
    cores,
    runtime: `${runtime.name} ${runtime.version}`,
    tls_library: runtime.tls,
  };
  const samples: MetricSample[] = [{ suffix: '_info', labels, value: 1 }];
  return { name: 'tls_cost_lab_run', type: 'info', help: 'The machine and the software of a run.', samples };
}

/** A run as OpenMetrics text, every sample at the run's end, so that it can be loaded into a time series database. */
export function runToOpenMetrics(run: Run): string {
  const all = labelledPoints(run);
  const families = [runFamily(run), ...costFamilies(all), ...stateFamilies(all), ...countFamilies(all)];
  return openMetricsText(families, Math.round(Date.parse(run.startedAt) / 1000 + run.durationS));
}
