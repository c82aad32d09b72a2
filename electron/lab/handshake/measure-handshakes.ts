import { randomUUID } from 'node:crypto';
import { LabError, toFault } from '../../../shared/fault.ts';
import { roundTripRow } from '../../../shared/handshake/break-even.ts';
import { distanceRows } from '../../../shared/handshake/distance.ts';
import { type HandshakeDocument, handshakeSchemaId } from '../../../shared/handshake/document.ts';
import { handshakeDoubts, type MachineUse } from '../../../shared/handshake/doubts.ts';
import { explainedRows } from '../../../shared/handshake/explained-rows.ts';
import type { HandshakeOptions, HandshakeProgress } from '../../../shared/handshake/options.ts';
import { handshakeRow, type MeasuredCase } from '../../../shared/handshake/rows.ts';
import { describeEnvironment } from '../environment.ts';
import { placeOfSlice, turnOfSlice } from '../slices.ts';
import { Chains } from './chains.ts';
import { DistanceWire } from './distance-wire.ts';
import type { Entrant } from './entrant.ts';
import { distantEntrants, entrantsOn, type LeftOut } from './entrants.ts';
import { MachineWatch } from './machine-watch.ts';
import { type Foundations, measureFoundations } from './measure-foundations.ts';
import { HandshakeRuntime, startOther } from './runtime.ts';

export interface HandshakeRunOptions {
  readonly rolesDir: string;
  /** What the lab's own roles run on; this process's own executable if absent. */
  readonly execPath?: string | undefined;
  readonly options: HandshakeOptions;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: HandshakeProgress) => void;
}

/**
 * Batches of each case: enough for an interval, and so far apart that the machine's drift is in all of them, but not so
 * small that the lab's own questions (some 0.1 ms of the server's CPU each) weigh in them.
 */
const turnsFor = (handshakes: number): number => Math.max(3, Math.min(10, Math.floor(handshakes / 10)));
/** Over a distance it is the wire's time that is measured, which varies little. */
const DISTANT_TURNS = 4;
const WARM_UP_CONNECTIONS = 20;
/** A run of the usual size takes under a minute; on a machine ten times slower it ends with what it has. */
const MOST_MS = 300_000;

/** Which part of so many falls into a turn: all parts together are all of them. */
const partOf = (total: number, turns: number, turn: number): number =>
  Math.floor((total * (turn + 1)) / turns) - Math.floor((total * turn) / turns);

class HandshakeRun {
  private readonly run: HandshakeRunOptions;
  private readonly startedAt = new Date();
  private readonly untilMs = performance.now() + MOST_MS;
  private readonly chains = new Chains();
  private readonly runtimes: HandshakeRuntime[] = [];
  private readonly wire: DistanceWire;
  private machineUse: MachineUse | undefined;
  private handshakes: Entrant[] = [];
  private pairs: [Entrant, Entrant][] = [];
  private distant: Entrant[] = [];
  private leftOut: LeftOut[] = [];
  private readonly unusableNodes: NonNullable<HandshakeDocument['unusableNodes']> = [];
  private doneBatches = 0;
  private totalBatches = 0;
  private isOutOfTime = false;
  private failure: unknown;
  private foundations: Foundations | undefined;

  constructor(run: HandshakeRunOptions) {
    this.run = run;
    this.wire = new DistanceWire(run.rolesDir);
  }

  async measure(): Promise<HandshakeDocument> {
    const turns = turnsFor(this.run.options.handshakes);
    try {
      // What can't be started is refused before anything is measured.
      await this.startRuntimes();
      const watch = await MachineWatch.begin(this.runtimes);
      await this.enter(turns);
      await this.interleave([...this.handshakes, ...this.pairs.flat()], turns, WARM_UP_CONNECTIONS);
      await this.interleave(this.distant, DISTANT_TURNS, 1);
      this.machineUse = await watch.use(await this.wire.cpuUs());
    } catch (error) {
      this.failure = error;
    } finally {
      await Promise.all([...this.runtimes.map((runtime) => runtime.stop()), this.wire.stop()]);
    }
    if (this.isWhole()) await this.measureFoundations();
    return this.document();
  }

  /** All cases were asked for, and nothing has ended it. */
  private isWhole(): boolean {
    return this.run.options.cases === undefined && this.failure === undefined && !this.isOver();
  }

  private async measureFoundations(): Promise<void> {
    const { rolesDir, signal } = this.run;
    this.foundations = await measureFoundations({
      rolesDir,
      runtimes: this.runtimes,
      signal,
      onDoing: (doing) => this.tell(doing),
    });
  }

  private async startRuntimes(): Promise<void> {
    const { rolesDir, execPath: own, options } = this.run;
    const named = own === undefined ? undefined : { file: own, isNamed: true };
    this.runtimes.push(await HandshakeRuntime.start(rolesDir, named));
    for (const node of options.nodes) {
      try {
        this.runtimes.push(await startOther(rolesDir, node, this.runtimes));
      } catch (error) {
        const fault = toFault(error);
        if (node.isNamed || fault.code !== 'runtime-unusable') throw error;
        this.unusableNodes.push({ file: node.file, fault });
      }
    }
  }

  private async enter(turns: number): Promise<void> {
    for (const runtime of this.runtimes) {
      const entered = await entrantsOn(runtime, this.run.options);
      this.handshakes.push(...entered.handshakes);
      this.pairs.push(...entered.pairs);
      this.leftOut.push(...entered.leftOut);
    }
    // A distance costs every library the same, so the lab's own runtime alone is taken there.
    const [own] = this.runtimes;
    if (own !== undefined) this.distant = distantEntrants(own, this.run.options);
    const near = this.handshakes.length + 2 * this.pairs.length;
    this.totalBatches = near * turns + this.distant.length * DISTANT_TURNS;
  }

  /** Forwards, then backwards, again and again, over all of them (ABBA): drift falls on all alike. */
  private async interleave(entrants: readonly Entrant[], turns: number, warmUp: number): Promise<void> {
    for (const entrant of entrants) {
      if (this.isOver()) return;
      this.tell(`preparing ${entrant.plan.case}`);
      await entrant.open(this.chains, (port, rttMs) => this.wire.open(port, rttMs));
      await entrant.measure(warmUp, false);
    }
    for (let slice = 0; slice < entrants.length * turns; slice++) {
      if (this.isOver()) return;
      const entrant = entrants[placeOfSlice(entrants.length, slice)];
      if (entrant === undefined) return;
      this.tell(entrant.plan.case);
      await entrant.measure(partOf(entrant.plan.total, turns, turnOfSlice(entrants.length, slice)), true);
      this.doneBatches++;
    }
  }

  private isOver(): boolean {
    this.isOutOfTime ||= performance.now() > this.untilMs;
    return this.isOutOfTime || this.run.signal.aborted;
  }

  private tell(doing: string): void {
    const { doneBatches, totalBatches } = this;
    this.run.onProgress({ doing, doneBatches, totalBatches });
  }

  private document(): HandshakeDocument {
    const [own] = this.runtimes;
    const rows = this.handshakes.flatMap((entrant) => handshakeRow(measuredOf(entrant)) ?? []);
    if (own === undefined || rows.length === 0) throw this.failure ?? this.nothingMeasured();
    const endedEarly = this.endedEarly();
    return {
      schema: handshakeSchemaId,
      id: randomUUID(),
      startedAt: this.startedAt.toISOString(),
      durationS: (Date.now() - this.startedAt.getTime()) / 1000,
      environment: describeEnvironment(own.runtime),
      rows,
      leftOut: this.leftOut,
      unusableNodes: this.unusableNodes,
      roundTrips: this.pairs.flatMap(
        ([fresh, open]) => roundTripRow(measuredOf(fresh), measuredOf(open)) ?? [],
      ),
      distance: distanceRows(
        this.distant.map((entrant) => ({ ...measuredOf(entrant), rttMs: entrant.plan.rttMs ?? 0 })),
      ),
      ...this.foundations,
      ...this.explained(rows),
      warnings: handshakeDoubts(rows, this.machineUse),
      ...(endedEarly === undefined ? {} : { endedEarly }),
      ...(this.failure === undefined ? {} : { fault: toFault(this.failure) }),
    };
  }

  private explained(rows: HandshakeDocument['rows']): Pick<HandshakeDocument, 'explained'> {
    if (this.foundations === undefined) return {};
    const measured = rows.flatMap((row) => ('fault' in row ? [] : [row]));
    const explained = this.foundations.primitives.flatMap((part) =>
      'fault' in part ? [] : explainedRows(measured, part),
    );
    return { explained };
  }

  private nothingMeasured(): LabError {
    const [unable] = this.leftOut;
    if (this.handshakes.length === 0 && unable !== undefined) return new LabError(unable.fault);
    return new LabError({ code: 'nothing-measured', message: 'The run was ended before the first batch.' });
  }

  private endedEarly(): HandshakeDocument['endedEarly'] {
    if (this.failure !== undefined) return 'failed';
    if (this.run.signal.aborted) return 'cancelled';
    return this.isOutOfTime ? 'out-of-time' : undefined;
  }
}

function measuredOf({ plan, proof, batches, fault }: Entrant): MeasuredCase {
  return { case: plan.case, runtime: plan.runtime.runtime, proof, batches, fault };
}

/**
 * Measures handshakes, round trips and distances, interleaved over all cases and runtimes.
 * @returns the document, also when the signal aborted it or something failed: with what was measured until then
 * @throws LabError `runtime-unusable` for an executable that can't take part; when nothing could be measured, why
 */
export async function measureHandshakes(options: HandshakeRunOptions): Promise<HandshakeDocument> {
  return new HandshakeRun(options).measure();
}
