import { z } from 'zod';
import { plannerExperimentOver } from '../experiment-ids.ts';
import { LabError } from '../fault.ts';
import { environmentSchema, type Run } from '../result.ts';
import { protocols } from '../words.ts';
import { axisNames, breakEvenOf, breakEvenSchema } from './break-even.ts';
import { fitCostModels } from './cost-model.ts';
import { seriesModelSchema } from './model.ts';
import { planFor, seriesPlanSchema } from './plan.ts';
import { planText } from './plan-statement.ts';
import { planVerdict } from './plan-verdict.ts';
import { type Traffic, trafficSchema } from './traffic.ts';
import { unplannedSeries } from './unplanned-series.ts';

export const planSchemaId = 'tls-cost-lab/plan@1';

/** A plan with all that it rests on: the run's name, the traffic, the models and how they fit. */
export const planSchema = z.object({
  schema: z.literal(planSchemaId),
  run: z.object({ id: z.string(), startedAt: z.iso.datetime(), environment: environmentSchema }),
  traffic: trafficSchema,
  models: z.array(seriesModelSchema),
  plans: z.array(seriesPlanSchema),
  breakEven: z.array(breakEvenSchema),
  says: z.array(
    z.object({
      key: z.string(),
      values: z.record(z.string(), z.union([z.number(), z.string()])),
      /** In English. */
      text: z.string(),
    }),
  ),
});
export type Plan = z.infer<typeof planSchema>;

/** The published JSON Schema of the plan document. */
export function planJsonSchema(): unknown {
  return z.toJSONSchema(planSchema);
}

/** Models of all protocols of a run: what a window keeps while sliders move. */
export type FittedModels = ReturnType<typeof fitCostModels>;

/**
 * Plans for some traffic with models that were fitted to a run.
 * @throws LabError `nothing-measured` when no point of the run can be used, or none of the traffic's protocol
 */
export function planWith(run: Run, all: FittedModels, traffic: Traffic): Plan {
  const fitted = all.filter(({ model }) => model.protocol === traffic.protocol);
  if (fitted.length === 0) {
    const measured = protocols.filter((protocol) => all.some(({ model }) => model.protocol === protocol));
    const found = measured.length === 0 ? 'none that can be used' : `points over ${measured.join(', ')} only`;
    const message = `A plan over ${traffic.protocol} needs valid points under closed load, with 8 connections or more and without delay; the run has ${found}. Measure with: tls-cost-lab suite --only ${plannerExperimentOver[traffic.protocol]} --json`;
    throw new LabError({ code: 'nothing-measured', message });
  }
  const models = fitted.map(({ model }) => model);
  const plans = planFor(fitted, traffic, run.points);
  const breakEven = axisNames
    .map((axis) => breakEvenOf(fitted, traffic, axis))
    .filter((one) => one !== undefined);
  const unplanned = unplannedSeries(run, traffic.protocol, models);
  const says = planVerdict({ traffic, models, plans, breakEven, unplanned }).map((statement) => ({
    ...statement,
    text: planText(statement),
  }));
  const { id, startedAt, environment } = run;
  return {
    schema: planSchemaId,
    run: { id, startedAt, environment },
    traffic,
    models,
    plans,
    breakEven,
    says,
  };
}

/** Fits models to a run and plans with them. @throws LabError `nothing-measured` */
export const planOf = (run: Run, traffic: Traffic): Plan => planWith(run, fitCostModels(run), traffic);
