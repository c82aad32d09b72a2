import type { Command } from 'commander';
import { LabError } from '../../shared/fault.ts';
import { typedBodies } from '../../shared/planner/body-mix.ts';
import { parseTraffic, type Traffic, usualTraffic } from '../../shared/planner/traffic.ts';
import { parseBytes } from '../../shared/units.ts';
import {
  addFormatFlags,
  type Output,
  type OutputFlags,
  type TableFormat,
  tableOutputFrom,
} from './output-flags.ts';
import { Refusal } from './refusal.ts';
import { numberOr } from './typed-values.ts';

export interface PlanFlags extends OutputFlags {
  rps: string;
  body?: string;
  bodyMix?: string;
  newConnShare: string;
  resumedShare: string;
  headroom: string;
  price?: string;
  innerRtt: string;
  outerRtt: string;
  protocol: string;
}

/** What a command line asks of the planner; the run is still to be read. */
export interface PlanInvocation {
  readonly file: string;
  readonly traffic: Traffic;
  readonly output: Output<TableFormat>;
}

/** Which flag stands behind a field of the traffic, for messages. */
const flagOfField: Record<string, string> = {
  requestsPerSec: '--rps',
  bodies: '--body-mix',
  'bodies.bodyBytes': '--body',
  'bodies.share': '--body-mix',
  newConnectionsPerRequest: '--new-conn-share',
  shareResumed: '--resumed-share',
  headroom: '--headroom',
  pricePerCoreHour: '--price',
  innerRttMs: '--inner-rtt',
  outerRttMs: '--outer-rtt',
  protocol: '--protocol',
};

const assumptions = `
Fits a cost model to the run's points (best of all those of: tls-cost-lab suite --only D,P --json --out RUN.json) and plans
with it. A month has 730 hours. CPU per request is that of servers under full load, the client's is not in it. What the
points don't tell is not made up: the plan says what is missing.
Exit codes: 0 planned; 2 what was typed can't be done; 3 the run can't be read or has no usable point; 4 planned, but not
for every topology of the run.`;

export function addPlanFlags(command: Command): Command {
  const usual = usualTraffic;
  command
    .requiredOption('--rps <number>', 'requests per second')
    .option(
      '--body <size>',
      `body of every request: 20000, 20KB; ${usual.bodies[0]?.bodyBytes} if none is named`,
    )
    .option('--body-mix <list>', 'sizes with their shares instead: 256:0.8,64KB:0.2')
    .option('--new-conn-share <share>', 'new connections per request', `${usual.newConnectionsPerRequest}`)
    .option(
      '--resumed-share <share>',
      'of the new connections, those that resume TLS',
      `${usual.shareResumed}`,
    )
    .option('--headroom <share>', "of each core's time that stays free", `${usual.headroom}`)
    .option('--price <number>', 'of one core for one hour')
    .option('--inner-rtt <ms>', 'round trip on each hop behind a proxy', `${usual.innerRttMs}`)
    .option('--outer-rtt <ms>', 'round trip between client and first server', `${usual.outerRttMs}`)
    .option('--protocol <protocol>', "the client's: h1 or h2", usual.protocol);
  return addFormatFlags(command, {
    json: 'print the plan document (tls-cost-lab/plan@1)',
    csv: 'print one row per tier, and one per topology',
    markdown: 'print tables and sentences',
  }).addHelpText('after', assumptions);
}

function bodiesFrom({ body, bodyMix }: PlanFlags): unknown {
  if (body !== undefined && bodyMix !== undefined)
    throw new Refusal('--body and --body-mix were given; allowed: one of them');
  if (body !== undefined) return [{ bodyBytes: parseBytes(body) ?? body, share: 1 }];
  if (bodyMix === undefined) return usualTraffic.bodies;
  const bodies = bodyMix.includes(':') ? typedBodies(bodyMix) : undefined;
  if (bodies !== undefined) return bodies;
  throw Refusal.of('--body-mix', JSON.stringify(bodyMix), 'sizes with shares, such as 256:0.8,64KB:0.2');
}

/** @throws Refusal */
export function planFrom(file: string, flags: PlanFlags): PlanInvocation {
  const output = tableOutputFrom(flags);
  try {
    const traffic = parseTraffic({
      requestsPerSec: numberOr(flags.rps),
      bodies: bodiesFrom(flags),
      newConnectionsPerRequest: numberOr(flags.newConnShare),
      shareResumed: numberOr(flags.resumedShare),
      headroom: numberOr(flags.headroom),
      ...(flags.price === undefined ? {} : { pricePerCoreHour: numberOr(flags.price) }),
      innerRttMs: numberOr(flags.innerRtt),
      outerRttMs: numberOr(flags.outerRtt),
      protocol: flags.protocol,
    });
    return { file, traffic, output };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const { field, given, allowed, message } = error.fault;
    const flag = flagOfField[field ?? ''];
    throw flag === undefined ? new Refusal(message) : Refusal.of(flag, given ?? '', allowed ?? '');
  }
}
