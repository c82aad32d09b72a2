import type { Figure } from '../result.ts';
import { reuseText } from '../settings-text.ts';
import { type Cell, type Table, withInterval } from '../table.ts';
import type { Extrapolation, SeriesPlan } from './plan.ts';
import type { Plan } from './plan-document.ts';

const ends = (figure: Figure | undefined): Cell[] => [figure?.mean, figure?.ci95?.[0], figure?.ci95?.[1]];

const extrapolationText = ({ what, given, measured: [low, high] }: Extrapolation): string =>
  `${what} ${given} (measured ${low}–${high})`;

/** What of a series is not that of one tier. */
function wholeCells({ costPerMonth, addedLatencyMs, extrapolated }: SeriesPlan) {
  return {
    price: costPerMonth,
    latency: addedLatencyMs?.total,
    extrapolated: extrapolated.map(extrapolationText).join('; '),
  };
}

const csvColumns = [
  ...['topology', 'proxy', 'tier'],
  ...['cpuUsPerRequest', 'cpuUsPerRequestLow', 'cpuUsPerRequestHigh'],
  ...['cores', 'coresLow', 'coresHigh'],
  ...['costPerMonth', 'costPerMonthLow', 'costPerMonthHigh'],
  ...['addedLatencyMs', 'addedLatencyMsLow', 'addedLatencyMsHigh'],
  ...['unknownTerms', 'extrapolated'],
];

/** One row per tier and one, `all`, per series, numbers in full: for a spreadsheet. */
export function planRows({ plans }: Pick<Plan, 'plans'>): Table {
  const rows = plans.flatMap((plan): Cell[][] => {
    const { topology, proxy, tiers, cores } = plan;
    const { price, latency, extrapolated } = wholeCells(plan);
    const unknown = [...new Set(tiers.flatMap((tier) => tier.unknown))].join(' ');
    const nothing = ends(undefined);
    return [
      ...tiers.map((one): Cell[] => [
        ...[topology, proxy, one.tier, ...ends(one.cpuUsPerRequest), ...ends(one.cores)],
        ...[...nothing, ...nothing, one.unknown.join(' '), extrapolated],
      ]),
      [
        ...[topology, proxy, 'all', ...nothing, ...ends(cores)],
        ...[...ends(price), ...ends(latency), unknown, extrapolated],
      ],
    ];
  });
  return { columns: csvColumns, rows };
}

/** Cores per tier and all together, one row per series, for a reader. */
export function needsTable({ plans }: Pick<Plan, 'plans'>): Table {
  const tiers = [...new Set(plans.flatMap((plan) => plan.tiers.map(({ tier }) => tier)))];
  const unknown = (isUnknown: boolean) => (isUnknown ? 'not known' : undefined);
  return {
    columns: [
      'topology',
      ...tiers.map((tier) => `${tier} cores`),
      'all cores',
      'a month',
      'added (ms)',
      'extrapolated',
    ],
    rows: plans.map((plan) => {
      const { price, latency, extrapolated } = wholeCells(plan);
      const ofTiers = tiers.map((tier): Cell => {
        const found = plan.tiers.find((one) => one.tier === tier);
        return withInterval(found?.cores) ?? unknown(found !== undefined);
      });
      const all = withInterval(plan.cores) ?? unknown(true);
      return [plan.name, ...ofTiers, all, withInterval(price), addedText(latency), extrapolated];
    }),
  };
}

/** May be less than nothing, which `withInterval` takes for a figure that 0 cut. */
function addedText(added: Figure | undefined): Cell {
  if (!added?.ci95) return undefined;
  const [low, high] = added.ci95.map((ms) => ms.toFixed(2));
  return `${added.mean.toFixed(2)} (${low} to ${high})`;
}

const percent = (share: number | undefined): Cell =>
  share === undefined ? undefined : `${(share * 100).toFixed(1)} %`;

/** Every measured point against the model, and against a model without it. */
export function fitTable({ models }: Pick<Plan, 'models'>): Table {
  return {
    columns: [
      'model',
      'tier',
      'body (B)',
      'connections',
      'resumption',
      'measured (µs)',
      'modelled (µs)',
      'off by',
      'left out',
    ],
    rows: models.flatMap(({ name, tiers }) =>
      tiers.flatMap(({ tier, points }) =>
        points.map((point): Cell[] => [
          ...[name, tier, point.bodyBytes, reuseText(point), point.resumption ? 'on' : 'off'],
          ...[withInterval(point.measuredUs), withInterval(point.modelledUs)],
          ...[percent(point.residualShare), percent(point.leftOut?.errorShare)],
        ]),
      ),
    ),
  };
}
