import { planOf } from '../../shared/planner/plan-document.ts';
import { readRunFile } from '../host/read-run-file.ts';
import { exitCodes } from './exit-codes.ts';
import { keep, outObstacle, write } from './keep-result.ts';
import type { PlanInvocation } from './plan-flags.ts';
import { printPlan } from './plan-text.ts';

/**
 * Plans with a run from a file and keeps the result.
 * @returns the exit code
 * @throws LabError when the run can't be read, or has no point to plan with
 */
export async function planCommand({ file, traffic, output }: PlanInvocation): Promise<number> {
  const obstacle = await outObstacle(output.outFile);
  if (obstacle !== undefined) {
    await write(process.stderr, `${obstacle}\n`);
    return exitCodes.badUsage;
  }
  const { run, unknownFields } = await readRunFile(file);
  if (unknownFields.length > 0)
    await write(
      process.stderr,
      `Of ${file} these fields are not known and were left out: ${unknownFields.join(', ')}\n`,
    );
  const plan = planOf(run, traffic);
  const kept = await keep(printPlan(plan, output.format), output.outFile);
  if (!kept) return exitCodes.notMeasured;
  const planned = plan.plans.filter(({ cores }) => cores !== undefined);
  if (planned.length === plan.plans.length) return exitCodes.measured;
  return planned.length === 0 ? exitCodes.notMeasured : exitCodes.measuredInPart;
}
