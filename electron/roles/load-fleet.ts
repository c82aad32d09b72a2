import { LatencyHistogram } from '../../shared/latency.ts';
import type { LoadSpec } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import { OpenLoop } from './load-open-loop.ts';
import type { PaceClock } from './load-pace-clock.ts';
import { type LoadRequest, requestOf } from './load-request.ts';
import type { FleetConnection, FleetSide, OpenConnection, Worker } from './load-side.ts';
import { Start } from './load-start.ts';
import { type Failure, LoadTarget } from './load-target.ts';
import { TimelineProbes } from './load-timeline.ts';

/** Connects under way at a time while a fleet is being opened: a server's accept queue is finite. */
const MAX_OPENING = 256;
/** Lost connections are replaced after a pause and few at a time, or retries would eat the CPU that is measured. */
const RETRY_PAUSE_MS = 50;
const RETRIES_PER_PAUSE = 32;
/** How long a pause goes on sending what an open loop made due: a stall of a second and what queued up in it. */
const DRAIN_LIMIT_MS = 1_500;
/** How long a pause waits for answers: enough for the largest bodies on many connections. */
const PAUSE_LIMIT_MS = 8_000;
/** How long a connect with its handshake, and how long an answer, may take. */
const OPENING_LIMIT_MS = 20_000;
const ANSWER_LIMIT_MS = 30_000;
const SWEEP_EVERY_MS = 2_000;

type Mode = 'quiet' | 'opening' | 'asking' | 'closed';

function requestsPerConnection(spec: LoadSpec): number {
  const { reuse } = spec.workload;
  if (reuse === 'keep-alive') return Number.POSITIVE_INFINITY;
  return reuse === 'new' ? 1 : reuse;
}

/** What fleets of one process share. */
export interface FleetMeans {
  /** Makes, once per fleet, what opens the connections of its protocol. */
  opener(side: FleetSide): OpenConnection;
  /** The clock of open loops; made when one is first needed. */
  paceClock(): PaceClock;
}

/**
 * The connections of one link. In a closed loop each asks again once it is answered; in an open loop they wait for
 * requests to be due. Kept connections are all opened before the first request; where connections are spent, they are
 * opened as requests need them.
 */
export class Fleet implements FleetSide {
  readonly spec: LoadSpec;
  readonly target: LoadTarget;
  readonly request: LoadRequest;
  readonly link: LinkCounters;
  readonly requestsPerConnection: number;
  /** Plain fields for the measured loop; see FleetSide. */
  asking = false;
  asksAgain = false;
  private mode: Mode = 'quiet';
  /** Connections are opened because a request is due, so its latency includes the connect. */
  private readonly opensOnDemand: boolean;
  private readonly openLoop: OpenLoop | undefined;
  private readonly latency = new LatencyHistogram();
  private readonly openConnection: OpenConnection;
  private readonly connections = new Set<FleetConnection>();
  private readonly opening = new Set<Worker>();
  private readonly working = new Set<Worker>();
  private readonly probes: TimelineProbes | undefined;
  private readonly sweep: NodeJS.Timeout;
  private starting: Start | undefined;
  private wasEverReady = false;
  private waitingToRetry = 0;
  private retryTimer: NodeJS.Timeout | undefined;
  private onSilence: (() => void)[] = [];
  private silenceTimer: NodeJS.Timeout | undefined;

  /** @param means what the process lends to its fleets */
  constructor(spec: LoadSpec, link: LinkCounters, means: FleetMeans) {
    this.spec = spec;
    this.link = link;
    this.target = new LoadTarget(spec);
    this.request = requestOf(spec);
    this.opensOnDemand = spec.workload.reuse !== 'keep-alive';
    this.requestsPerConnection = requestsPerConnection(spec);
    this.openConnection = means.opener(this);
    this.openLoop = this.makeOpenLoop(means);
    this.probes = spec.timeline ? new TimelineProbes(this) : undefined;
    this.sweep = setInterval(() => this.cutOffStuck(), SWEEP_EVERY_MS);
    link.takeLatency = () => {
      const encoded = this.latency.encode();
      this.latency.reset();
      return encoded;
    };
  }

  /**
   * Begins asking.
   * @returns once kept connections are open and requests flow, or once a later call has ended this start
   * @throws LabError `target-unreachable` when no connection, or no further one, can be opened
   */
  async start(): Promise<void> {
    if (this.mode === 'closed') return;
    if (this.mode === 'asking' && this.starting === undefined) {
      // A pause may have ended the pace while it waits.
      this.openLoop?.begin();
      return;
    }
    this.endSilence();
    const starting = this.starting ?? new Start(this.spec.workload.connections, this.target.description);
    this.starting = starting;
    this.waitingToRetry = 0;
    if (this.opensOnDemand || this.isComplete) this.beginAsking();
    else this.mode = 'opening';
    this.openMissing();
    await starting.settled;
  }

  /** Begins no more requests; answers that are under way are still read. */
  quieten(): void {
    if (this.mode === 'closed') return;
    this.mode = 'quiet';
    this.openLoop?.giveUp();
    this.asking = false;
    this.asksAgain = false;
    this.probes?.halt();
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.endStart();
  }

  /**
   * Begins no more requests than an open loop made due, and waits until nothing is under way. What still is after 8 s
   * counts as timed out: its CPU was spent, so it may not vanish.
   */
  async pause(): Promise<void> {
    if (this.mode === 'asking' && this.openLoop !== undefined) {
      await this.openLoop.drain(DRAIN_LIMIT_MS);
      if (this.openLoop.isOffering) return;
    }
    this.quieten();
    if (this.working.size === 0) return;
    this.silenceTimer ??= setTimeout(() => {
      for (const worker of [...this.working]) worker.cutOff();
      this.endSilence();
    }, PAUSE_LIMIT_MS);
    await new Promise<void>((resolve) => this.onSilence.push(resolve));
  }

  /** Closes every connection for good. */
  close(): void {
    this.quieten();
    this.mode = 'closed';
    clearInterval(this.sweep);
    this.endSilence();
    for (const worker of new Set<Worker>([...this.connections, ...this.working])) worker.close();
    this.link.takeLatency = undefined;
  }

  answered(latencyUs: number): void {
    this.link.requests += 1;
    this.latency.recordUs(latencyUs);
  }

  neverSent(waitedUs: number, requests: number): void {
    this.latency.recordUs(waitedUs, requests);
  }

  ready(connection: FleetConnection): void {
    this.opening.delete(connection);
    this.wasEverReady = true;
    this.starting?.connected();
    if (this.mode === 'opening' && this.isComplete) this.beginAsking();
    else if (this.mode === 'opening' || this.mode === 'asking') this.openMissing();
    if (this.mode === 'asking') this.endStart();
  }

  works(worker: Worker): void {
    this.working.add(worker);
  }

  rests(worker: Worker): void {
    this.working.delete(worker);
    if (this.working.size === 0) this.endSilence();
  }

  offers(connection: FleetConnection): void {
    this.openLoop?.offer(connection);
  }

  closed(connection: FleetConnection, failure: Failure | undefined): void {
    this.connections.delete(connection);
    this.opening.delete(connection);
    this.rests(connection);
    if (this.mode === 'quiet' || this.mode === 'closed') return;
    if (failure === undefined) {
      this.replace();
      return;
    }
    if (this.starting?.givesUpAfter(failure, this.wasEverReady)) {
      this.quieten();
      return;
    }
    this.waitingToRetry += 1;
    this.retryLater();
  }

  private get isComplete(): boolean {
    return this.connections.size - this.opening.size >= this.spec.workload.connections;
  }

  private beginAsking(): void {
    this.mode = 'asking';
    this.asking = true;
    if (this.openLoop === undefined) this.askAll();
    else this.openLoop.begin();
    this.probes?.resume();
    // At a low rate the next request may be long in coming; that connections can be opened has been seen before.
    const isProven = this.openLoop !== undefined && this.wasEverReady;
    if (isProven || this.connections.size > this.opening.size) this.endStart();
  }

  private askAll(): void {
    this.asksAgain = true;
    for (const connection of [...this.connections]) {
      if (this.working.has(connection)) continue;
      this.working.add(connection);
      connection.ask();
    }
  }

  private endStart(): void {
    this.starting?.resolve();
    this.starting = undefined;
  }

  private endSilence(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = undefined;
    const waiting = this.onSilence;
    this.onSilence = [];
    for (const resolve of waiting) resolve();
  }

  private makeOpenLoop(means: FleetMeans): OpenLoop | undefined {
    const { load } = this.spec.workload;
    if (load.kind === 'open') {
      return new OpenLoop(this, means.paceClock(), load.ratePerSec, (dueMs) => this.openFor(dueMs));
    }
    this.link.offeredBy = undefined;
    return undefined;
  }

  private openFor(dueMs: number): boolean {
    if (!this.opensOnDemand || !this.mayOpen) return false;
    this.open(dueMs);
    return true;
  }

  private open(dueMs: number | undefined): void {
    const connection = this.openConnection(dueMs);
    this.connections.add(connection);
    this.opening.add(connection);
    this.working.add(connection);
  }

  private openMissing(): void {
    if (this.openLoop !== undefined && this.opensOnDemand) this.openLoop.send();
    else while (this.mayOpen) this.open(this.opensOnDemand ? performance.now() : undefined);
  }

  /** A connection is spent; in a closed loop the next request is due there and then. */
  private replace(): void {
    if (!this.opensOnDemand) this.open(undefined);
    else if (this.openLoop === undefined) this.open(performance.now());
    else this.openLoop.send();
  }

  private get mayOpen(): boolean {
    const wanted = this.spec.workload.connections - this.waitingToRetry;
    return this.opening.size < MAX_OPENING && this.connections.size < wanted;
  }

  private retryLater(): void {
    this.retryTimer ??= setTimeout(() => {
      this.retryTimer = undefined;
      this.waitingToRetry = Math.max(0, this.waitingToRetry - RETRIES_PER_PAUSE);
      this.openMissing();
      if (this.waitingToRetry > 0) this.retryLater();
    }, RETRY_PAUSE_MS);
  }

  private cutOffStuck(): void {
    const nowMs = performance.now();
    for (const worker of [...this.working]) {
      const limitMs = this.opening.has(worker) ? OPENING_LIMIT_MS : ANSWER_LIMIT_MS;
      if (nowMs - worker.waitingSinceMs > limitMs) worker.cutOff();
    }
  }
}
