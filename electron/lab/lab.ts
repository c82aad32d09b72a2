import type { HostEvent, LivePoint, Phase, RoleState, SuiteOptions } from '../../shared/api.ts';
import { type Config, isComparable } from '../../shared/config.ts';
import { noEngineSettings } from '../../shared/engine-state.ts';
import { type Fault, LabError, toFault } from '../../shared/fault.ts';
import type { HandshakeOptions } from '../../shared/handshake/options.ts';
import type { Environment, LeftOut, Run } from '../../shared/result.ts';
import { type ConfirmedHost, nothingConfirmed } from '../../shared/service.ts';
import { EngineCatalogue } from './engine-catalogue.ts';
import { describeEnvironment } from './environment.ts';
import { type HandshakeLabEvent, tellHandshakes } from './handshake/tell-handshakes.ts';
import { HandshakeCaptures } from './handshake-captures.ts';
import type { LabOptions } from './lab-options.ts';
import { LiveFigures } from './live-figures.ts';
import { liveRun } from './live-run.ts';
import { LongSession } from './long-session.ts';
import { measureLive } from './measure-live.ts';
import type { PointsOptions } from './measure-points.ts';
import { measureRun } from './measure-run.ts';
import { measureSuite, type SuiteRunOptions } from './measure-suite.ts';
import { Pki } from './pki.ts';
import { Supervisor } from './supervisor.ts';
import { type SuiteEvent, tellSuite } from './tell-suite.ts';

/** The conductor: follows a configuration live, or measures a run; owns every process that takes part. */
export class Lab {
  readonly environment: Environment;
  readonly engines: EngineCatalogue;
  private readonly options: LabOptions;
  private readonly supervisor: Supervisor;
  private readonly figures: LiveFigures;
  private readonly captures: HandshakeCaptures;
  private readonly suite: LongSession<SuiteEvent>;
  private readonly handshakes: LongSession<HandshakeLabEvent>;
  private phase_: Phase = { kind: 'idle' };
  private roles_: RoleState[] = [];
  private leftOut_: readonly LeftOut[] = [];
  private epoch_ = 0;
  private config_: Config;
  private live: AbortController | undefined;
  /** Loops and the silence after them follow each other; two never touch the load generator at once. */
  private tail: Promise<void> = Promise.resolve();
  /** The newest long measurement and the silence after it; a live run that follows is no part of this, for that may never end. */
  private longEnded: Promise<void> = Promise.resolve();

  private constructor(
    options: LabOptions,
    config: Config,
    { supervisor, catalogue }: { supervisor: Supervisor; catalogue: EngineCatalogue },
    environment: Environment,
  ) {
    this.options = options;
    this.config_ = config;
    this.supervisor = supervisor;
    this.engines = catalogue;
    this.environment = environment;
    this.figures = new LiveFigures(environment.cores, options.onEvent);
    this.captures = new HandshakeCaptures(supervisor, options.onEvent);
    this.suite = new LongSession<SuiteEvent>(options.onEvent);
    this.handshakes = new LongSession<HandshakeLabEvent>(options.onEvent);
  }

  /**
   * Starts the roles that every topology needs, so that the first measurement finds them warm.
   * @throws LabError `role-start-failed`
   */
  static async open(options: LabOptions, config: Config): Promise<Lab> {
    let lab: Lab | undefined;
    const catalogue = new EngineCatalogue(options.engines ?? noEngineSettings);
    const supervisor = new Supervisor({
      rolesDir: options.rolesDir,
      execPath: options.execPath,
      pki: new Pki(),
      catalogue,
      confirmed: options.confirmed ?? nothingConfirmed,
      onStates: (states) => lab?.noteStates(states),
      onCrash: (fault) => options.onEvent({ kind: 'fault', fault, atMs: Date.now() }),
    });
    try {
      const [app] = await Promise.all([
        supervisor.ensure('app'),
        supervisor.ensure('client'),
        supervisor.ensure('proxy'),
      ]);
      lab = new Lab(options, config, { supervisor, catalogue }, describeEnvironment(app.runtime));
      lab.noteStates(supervisor.roleStates());
      return lab;
    } catch (error) {
      await supervisor.dispose();
      throw error;
    }
  }

  get phase(): Phase {
    return this.phase_;
  }
  get roles(): readonly RoleState[] {
    return this.roles_;
  }
  /** What the live measuring goes on without. */
  get leftOut(): readonly LeftOut[] {
    return this.leftOut_;
  }
  get epoch(): number {
    return this.epoch_;
  }
  get config(): Config {
    return this.config_;
  }
  get isLive(): boolean {
    return this.live !== undefined;
  }
  /** Whether a suite or the handshake lab measures, or waits for its turn. */
  get isLongRunning(): boolean {
    return this.suite.isRunning || this.handshakes.isRunning;
  }

  /** Everything that a window which has just opened needs to draw the same picture as one that was open all along. */
  recentEvents(): Exclude<HostEvent, { kind: 'status' }>[] {
    return [this.figures, this.captures, this.suite, this.handshakes].flatMap((one) => one.recentEvents());
  }

  /** Points of the topologies measured so far under the current workload. */
  livePoints(): LivePoint[] {
    return this.figures.livePoints();
  }

  /** The user has said yes to load on a host that is not this machine. */
  confirmHost(host: ConfirmedHost): void {
    this.supervisor.services.confirm(host);
  }

  /**
   * Changes what is measured. While running, the load follows at once.
   * @param keepsFigures whether what was measured before stays, as figures of those settings
   */
  configure(config: Config, keepsFigures = isComparable(this.config_, config)): void {
    this.captures.clear();
    this.config_ = config;
    this.beginEpoch(keepsFigures);
    if (this.live === undefined) this.options.onChange();
    else this.follow();
  }

  /**
   * Begins to measure, and goes on until `stop`. While a suite or the handshake lab runs it has the machine, and this does
   * nothing; behind a cancelled one it waits for its turn.
   */
  start(): void {
    if (this.isBusy()) return;
    this.supervisor.beginMeasurement();
    this.beginEpoch(false);
    this.follow();
  }

  /** Measures a suite once what runs just now has ended. A second long measurement while one runs changes nothing. */
  startSuite(suite: SuiteOptions): void {
    const { supervisor, environment } = this;
    this.startLong(this.suite, { kind: 'suite' }, (signal, tell) =>
      tellSuite({ supervisor, environment, suite, signal }, tell),
    );
  }

  /** Ends the suite, if one runs; what it has measured stays, and live measuring is left alone. */
  async cancelSuite(): Promise<void> {
    this.suite.cancel();
    await this.longEnded;
  }

  /** Measures handshakes, by processes that are there for this alone, once what runs just now has ended. */
  startHandshakes(options: HandshakeOptions): void {
    const { rolesDir, execPath } = this.options;
    this.startLong(this.handshakes, { kind: 'handshake-lab' }, (signal, tell) =>
      tellHandshakes({ rolesDir, execPath, options, signal }, tell),
    );
  }

  /** Ends the handshake lab, if it runs; what it has measured stays. */
  async cancelHandshakes(): Promise<void> {
    this.handshakes.cancel();
    await this.longEnded;
  }

  /** Has one more handshake taken down on each hop whose connections stay open, when measuring live. */
  async forceHandshakes(): Promise<void> {
    if (this.live !== undefined) await this.captures.forceAll();
  }

  /** What live measuring has measured until now. @returns undefined when nothing is measured live, or as `liveRun` does */
  liveRun(failure?: unknown): Run | undefined {
    if (this.live === undefined) return undefined;
    const { figures, environment, config, leftOut } = this;
    return liveRun({ figures, config, leftOut, environment, failure });
  }

  /** Ends the load, a long measurement too; the processes stay warm, and what was measured stays. */
  async stop(): Promise<void> {
    this.suite.cancel();
    this.handshakes.cancel();
    this.endLive('stopped');
    this.tail = this.tail.then(() => this.quietUnlessBusy());
    await this.tail;
  }

  /** Measures a run of points, as `measureRun` does. Not while measuring live. */
  measure(options: Omit<PointsOptions, 'supervisor' | 'cores' | 'firstSlice' | 'onLeftOut'>): Promise<Run> {
    const { supervisor, environment } = this;
    return measureRun({ ...options, supervisor, onLeftOut: ({ fault }) => this.report(fault) }, environment);
  }

  /**
   * Measures a suite for a caller that waits for it. Not while measuring live.
   * @returns what was measured, also when the signal aborted it or something failed
   * @throws LabError when nothing could be measured
   */
  async measureSuite(options: Omit<SuiteRunOptions, 'supervisor' | 'environment'>): Promise<Run> {
    return measureSuite({ ...options, supervisor: this.supervisor, environment: this.environment });
  }

  /** Ends every process of the lab. */
  async dispose(): Promise<void> {
    this.endLive('disposed');
    if (this.suite.isRunning) await this.cancelSuite();
    // Its processes are not the supervisor's.
    if (this.handshakes.isRunning) await this.cancelHandshakes();
    await this.supervisor.dispose();
  }

  private beginEpoch(comparable: boolean): void {
    this.epoch_++;
    this.leftOut_ = [];
    this.figures.newEpoch(this.epoch_, comparable);
  }

  private follow(): void {
    this.live?.abort(new Error('superseded'));
    const abort = new AbortController();
    this.live = abort;
    this.tail = this.tail.then(() => this.measureLive(abort.signal));
  }

  /** Live measuring ends for good, and what it measured is told. */
  private endLive(reason: string, failure?: unknown): void {
    const run = this.liveRun(failure);
    this.live?.abort(new Error(reason));
    this.live = undefined;
    if (run !== undefined) this.options.onLiveRun?.(run);
  }

  private startLong<E extends SuiteEvent | HandshakeLabEvent>(
    session: LongSession<E>,
    phase: Phase,
    work: (signal: AbortSignal, tell: (event: E) => void) => Promise<Fault | undefined>,
  ): void {
    if (this.isLongRunning) return;
    this.supervisor.beginMeasurement();
    this.endLive('superseded by a long measurement');
    const signal = session.begin();
    this.longEnded = this.tail.then(async () => {
      // Cancelled while it waited for its turn, it has begun nothing, and the one before it stays.
      if (!signal.aborted) {
        this.setPhase(phase);
        await session.measure(signal, (tell) => work(signal, tell));
      }
      await this.quietUnlessBusy();
    });
    this.tail = this.longEnded;
  }

  private async quietUnlessBusy(): Promise<void> {
    // Started again while this waited: the new loop follows, and the load is its own.
    if (this.isBusy()) return;
    // A load generator that has died or been replaced meanwhile is as quiet as can be.
    await this.supervisor.quiet().catch(() => {});
    if (!this.isBusy()) this.setPhase({ kind: 'idle' });
  }

  private isBusy(): boolean {
    return this.isLive || this.isLongRunning;
  }

  private async measureLive(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { supervisor, config_: config, epoch_: epoch, figures, captures } = this;
    try {
      const onPhase = (phase: Phase) => this.setPhase(phase);
      const onLeftOut = (one: LeftOut) => this.noteLeftOut(one, signal);
      await measureLive({ supervisor, config, epoch, figures, captures, signal, onPhase, onLeftOut });
    } catch (error) {
      if (!signal.aborted) this.fail(toFault(error));
    }
  }

  private fail(fault: Fault): void {
    this.endLive('failed', new LabError(fault));
    this.report(fault);
    this.setPhase({ kind: 'failed', fault });
    // Whatever load is left has nobody who would read its figures; a load generator that is gone has none.
    this.supervisor.quiet().catch(() => {});
  }

  private report(fault: Fault): void {
    this.options.onEvent({ kind: 'fault', fault, atMs: Date.now() });
  }

  private noteLeftOut(one: LeftOut, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.leftOut_ = [...this.leftOut_, one];
    this.options.onChange();
  }

  private noteStates(states: RoleState[]): void {
    this.roles_ = states;
    this.options.onChange();
  }

  private setPhase(phase: Phase): void {
    const before = this.phase_;
    this.phase_ = phase;
    if (JSON.stringify(before) !== JSON.stringify(phase)) this.options.onChange();
  }
}
