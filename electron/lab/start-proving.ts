import { setTimeout as sleep } from 'node:timers/promises';
import { LabError, toFault } from '../../shared/fault.ts';
import type { TierSample } from '../../shared/sample.ts';
import { type ErrorKind, errorKinds } from '../../shared/words.ts';
import type { RealEngine } from './engines/engine.ts';
import { realEngines } from './engines/engine-table.ts';
import type { OpenedPlan } from './link-opener.ts';
import { orAborted } from './or-aborted.ts';
import { readTick, type Tick, tierBetween } from './sampler.ts';
import type { Supervisor } from './supervisor.ts';

/** What the client counts as wrong, in words that follow a number of requests. */
const wrongs: Readonly<Record<ErrorKind, string>> = {
  connect: 'could not connect',
  tls: 'failed in the TLS handshake',
  reset: 'lost their connection',
  timeout: 'had no answer in time',
  status: 'were answered with a wrong status',
  'body-length': 'were answered with a body of a wrong length',
  protocol: 'were not answered in the protocol asked for',
};

/** How long the first answer is waited for: long enough for any distance, and a rate may be lower than that. */
const FIRST_LOOK_MS = 500;
const POLL_MS = 20;
/**
 * An engine that has answered nothing rightly is looked at once more after this: it may have been slow to begin, and by
 * then the lab has heard of the end of whatever stood behind it.
 */
const SECOND_LOOK_MS = 500;
/** An engine under load writes the same line for each request. */
const LINES_TOLD = 3;

export interface StartOptions {
  readonly supervisor: Supervisor;
  readonly signal: AbortSignal;
  readonly timeline: boolean;
}

/** A plan whose servers are open, and its counters before any load. */
interface Opened {
  readonly opened: OpenedPlan;
  readonly seen: Tick;
}

/** Asks the client alone: a full reading would take what other tiers have to show of their first connections. */
async function firstAnswersTo({ supervisor, signal }: StartOptions, one: Opened): Promise<TierSample> {
  const giveUpMs = performance.now() + FIRST_LOOK_MS;
  for (;;) {
    const client = await orAborted(signal, supervisor.counters('client', one.opened.loadLinkId));
    const answers = tierBetween(one.seen.client, client);
    const isSomething = answers.requests > 0 || Object.keys(answers.errors).length > 0;
    if (isSomething || performance.now() > giveUpMs) return answers;
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** @returns what is wrong, when something is and not one answer was right */
function wrongWith({ requests, errors }: TierSample): string | undefined {
  const kinds = errorKinds.flatMap((kind) => (errors[kind] ? [`${errors[kind]} ${wrongs[kind]}`] : []));
  if (requests > 0 || kinds.length === 0) return undefined;
  return `not one request was answered rightly: ${kinds.join(', ')}.`;
}

/**
 * @returns why not even connections could be had
 * @throws whatever else keeps load from beginning, such as the client's own limits
 */
async function refusalOf({ supervisor, signal, timeline }: StartOptions, opened: OpenedPlan) {
  try {
    await orAborted(signal, supervisor.startLoad(opened, timeline));
    return undefined;
  } catch (error) {
    const { code, field, message } = toFault(error);
    if (code !== 'target-unreachable' || field !== undefined) throw error;
    return message;
  }
}

async function obstacleOf(options: StartOptions, one: Opened): Promise<string | undefined> {
  const refusal = await refusalOf(options, one.opened);
  if (refusal === undefined && wrongWith(await firstAnswersTo(options, one)) === undefined) return undefined;
  await sleep(SECOND_LOOK_MS, undefined, { signal: options.signal });
  const now = await orAborted(options.signal, readTick(options.supervisor, one.opened));
  return refusal ?? wrongWith(tierBetween(one.seen.client, now.client));
}

/** Ends an engine that doesn't serve, and says so with what it wrote. */
async function unfit(
  { supervisor, signal }: StartOptions,
  opened: OpenedPlan,
  engine: RealEngine,
  why: string,
) {
  await orAborted(signal, supervisor.pauseLoad(opened));
  const lastStderr = await orAborted(signal, supervisor.dismissEngines(opened));
  return new LabError({
    code: 'engine-unfit',
    message: `${realEngines[engine].name} started, but does not serve what was asked: ${why} Correct its configuration, or choose another engine.`,
    role: engine,
    lastStderr: lastStderr.slice(-LINES_TOLD),
  });
}

/**
 * Begins load over an opened plan, and finds out whether the real engine in it serves: one that answers everything
 * wrongly has no figures, and would only keep the others waiting.
 * @throws LabError `engine-unfit` when not one request is answered rightly; `role-crashed` when a process has ended
 */
export async function startProving(options: StartOptions, one: Opened): Promise<void> {
  const { opened } = one;
  const { proxy } = opened.plan.variant;
  if (proxy === 'builtin') {
    await orAborted(options.signal, options.supervisor.startLoad(opened, options.timeline));
    return;
  }
  const why = await obstacleOf(options, one);
  if (why !== undefined) throw await unfit(options, opened, proxy, why);
}
