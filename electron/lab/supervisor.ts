import type { RoleState } from '../../shared/api.ts';
import { type Fault, LabError, toFault } from '../../shared/fault.ts';
import type { EngineFacts } from '../../shared/result.ts';
import { type Counters, countersSchema, type Hello, proxyListenSpecSchema } from '../../shared/role-api.ts';
import type { Confirmed } from '../../shared/service.ts';
import type { ServingTier } from '../../shared/words.ts';
import { CrashLedger } from './crash-ledger.ts';
import type { EngineCatalogue } from './engine-catalogue.ts';
import { EnginePool, type EngineReading } from './engine-pool.ts';
import { Keeper } from './keeper.ts';
import { LinkOpener, type ListenSpecs, type OpenedPlan } from './link-opener.ts';
import { loadSpec } from './load-spec.ts';
import { names, type Part, programs } from './parts.ts';
import type { Pki } from './pki.ts';
import type { LinkEngine, Plan } from './plan.ts';
import { type RoleExit, RoleProcess } from './role-process.ts';
import { ServiceGate } from './service/service-gate.ts';
import { type OpenService, ServicePool, serviceEngine } from './service/service-pool.ts';

const SILENT_AFTER_MS = 5_000;
/** A pause waits for what is in flight, which may be many large bodies. */
const PAUSE_SILENT_AFTER_MS = 15_000;

export interface SupervisorOptions {
  readonly rolesDir: string;
  readonly execPath?: string;
  readonly pki: Pki;
  readonly catalogue: EngineCatalogue;
  readonly confirmed: Confirmed;
  /** Told of every change of a role's state. */
  readonly onStates: (states: RoleState[]) => void;
  /** Told when a role ended that nobody had asked to. */
  readonly onCrash: (fault: Fault) => void;
}

interface Running {
  readonly role: RoleProcess;
  readonly hello: Hello;
}

/** Keeps the role processes alive and warm, and opens on them what a plan needs. */
export class Supervisor {
  private readonly options: SupervisorOptions;
  private readonly running = new Map<Part, Promise<Running>>();
  private readonly states = new Map<string, RoleState>();
  private readonly crashes = new CrashLedger();
  private readonly links: LinkOpener;
  private readonly engines: EnginePool;
  /** Services of the user's own in the app's place. */
  readonly services: ServicePool;
  private disposed = false;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.links = new LinkOpener(
      options.pki,
      (part, engine, spec) =>
        engine === 'builtin' || engine === 'service' || part === 'wire'
          ? this.listen(part, spec)
          : this.starting(engine, () => this.engines.open(engine, part, proxyListenSpecSchema.parse(spec))),
      (plan) => this.openService(plan),
    );
    const keeper = new Keeper({ rolesDir: options.rolesDir, execPath: options.execPath });
    const onState = (state: RoleState) => this.setState(state.role, state);
    this.services = new ServicePool({
      gate: new ServiceGate(options.confirmed),
      keeper,
      onState,
      onEnded: (fault) => this.noteEnded(fault),
      onTimeOver: () => void this.quiet().catch(() => {}),
    });
    this.engines = new EnginePool({
      keeper,
      catalogue: options.catalogue,
      onState,
      onEnded: (linkId, fault) => this.engineEnded(linkId, fault),
    });
  }

  /**
   * Starts what isn't running and opens what isn't open.
   * @throws LabError when a role can't be started, or has crashed too often
   */
  async prepare(plan: Plan): Promise<OpenedPlan> {
    const roles = plan.links.filter((link) => link.engine === 'builtin').map((link) => link.hop.to);
    const needsWire = plan.links.some((link) => link.rttMs !== undefined);
    const parts: Part[] = ['client', ...roles, ...(needsWire ? ['wire' as const] : [])];
    await Promise.all(parts.map((part) => this.ensure(part)));
    return this.links.open(plan);
  }

  /** A measurement begins that the user has asked for: what may be done to a host for a while may be done anew. */
  beginMeasurement(): void {
    this.crashes.forgive();
    this.services.begin();
  }

  /** Begins load over an opened plan; answers when requests flow. */
  async startLoad(opened: OpenedPlan, timeline: boolean): Promise<void> {
    this.services.assertInTime(opened.service);
    await this.call('client', 'start', loadSpec(opened, timeline));
  }

  async pauseLoad(opened: OpenedPlan): Promise<void> {
    const paused = this.call('client', 'pause', opened.loadLinkId);
    await this.orSilent('client', paused, PAUSE_SILENT_AFTER_MS);
  }

  async keepOnly(opened: readonly OpenedPlan[]): Promise<void> {
    await this.call(
      'client',
      'keepOnly',
      opened.map((one) => one.loadLinkId),
    );
  }

  /** Stops all load without waiting for what is in flight to be answered by a dead tier. */
  async quiet(): Promise<void> {
    if (this.running.has('client')) await this.orSilent('client', this.call('client', 'keepOnly', []));
  }

  /** @throws LabError `role-silent` when the process doesn't answer in time; it is then killed, and so restarted */
  async counters(part: Part, linkId: string): Promise<Counters> {
    return countersSchema.parse(await this.orSilent(part, this.call(part, 'counters', linkId)));
  }

  /** Asks a server of ours to take down the next connection of a link. */
  async captureNext(tier: ServingTier, linkId: string): Promise<void> {
    await this.call(tier, 'captureNext', linkId);
  }

  /** What is known of the real engine that serves a link. @throws LabError `role-crashed` when it is gone */
  engineReading(linkId: string): Promise<EngineReading> {
    return this.engines.read(linkId);
  }

  /** Ends the real engines of a plan. @returns what they wrote last */
  async dismissEngines({ links }: OpenedPlan): Promise<string[]> {
    return (await Promise.all(links.map(({ roleLinkId }) => this.engines.dismiss(roleLinkId)))).flat();
  }

  /** What plays each serving tier of a plan. */
  async engineFacts({ links }: Plan): Promise<Partial<Record<ServingTier, EngineFacts>>> {
    const facts = links.map(async ({ hop, engine }) => [hop.to, await this.factsOf(hop.to, engine)] as const);
    return Object.fromEntries(await Promise.all(facts));
  }

  /** How many times a process has ended that nobody had asked to. */
  get crashCount(): number {
    return this.crashes.total;
  }

  roleStates(): RoleState[] {
    return [...this.states.values()];
  }

  /** Starts a part's process if it isn't running. */
  async ensure(part: Part): Promise<Hello> {
    const known = this.running.get(part);
    if (known !== undefined) return (await known).hello;
    this.crashes.assertWorthStarting(names[part]);
    const starting = this.launch(part);
    this.running.set(part, starting);
    try {
      return (await starting).hello;
    } catch (error) {
      if (this.running.get(part) === starting) this.running.delete(part);
      this.noteCrash(part, names[part]);
      throw error;
    }
  }

  /** How long to wait before starting what crashed again, ms. */
  backoffMs(): number {
    return this.crashes.backoffMs();
  }

  /** Ends every role; none outlives this. */
  async dispose(): Promise<void> {
    this.disposed = true;
    const all = [...this.running.values()];
    this.running.clear();
    const roles = all.map(async (one) => (await one).role.stop());
    // The keeper goes with the engines, and has to end the service before.
    const kept = this.services.dispose().finally(() => this.engines.dispose());
    await Promise.allSettled([...roles, kept]);
  }

  private async listen(part: Part, spec: ListenSpecs): Promise<unknown> {
    // A service of the user's own may turn out to need a wire that no distance asks for.
    await this.ensure(part);
    return this.orSilent(part, this.call(part, 'listen', spec));
  }

  /** Starts what isn't a role of the lab's own; a fault says whose it is. */
  private async starting<T>(name: string, start: () => Promise<T>): Promise<T> {
    this.crashes.assertWorthStarting(name);
    try {
      return await start();
    } catch (error) {
      const fault = { ...toFault(error), role: name };
      // What isn't there has not crashed, and will not be there the next time either.
      if (fault.code === 'role-start-failed') this.noteCrash(name, name);
      throw new LabError(fault, { cause: error });
    }
  }

  private engineEnded(linkId: string, fault: Fault | undefined): void {
    this.links.forgetLink(linkId);
    if (fault !== undefined) this.noteEnded(fault);
  }

  private noteEnded(fault: Fault): void {
    if (this.disposed) return;
    this.crashes.note(fault.role ?? 'proxy');
    this.options.onCrash(fault);
  }

  private async openService({ variant }: Plan): Promise<OpenService | undefined> {
    const { service } = variant;
    return service && this.starting('service', () => this.services.open(variant, service));
  }

  private async factsOf(tier: ServingTier, engine: LinkEngine): Promise<EngineFacts> {
    if (engine === 'service') return serviceEngine;
    if (engine !== 'builtin') return this.options.catalogue.facts(engine, tier);
    const runtime = (await this.running.get(tier))?.hello.runtime;
    return {
      name: 'builtin',
      version: runtime === undefined ? 'unknown' : `${runtime.name} ${runtime.version}`,
      tls: runtime?.tls ?? 'unknown',
    };
  }

  private async call(part: Part, name: string, ...args: unknown[]): Promise<unknown> {
    const known = this.running.get(part);
    if (known === undefined) {
      throw new LabError({
        code: 'role-crashed',
        message: `The ${names[part]} process is not running.`,
        role: part,
      });
    }
    return (await known).role.call(name, ...args);
  }

  private async orSilent(part: Part, answer: Promise<unknown>, limitMs = SILENT_AFTER_MS): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const message = `The ${names[part]} process gave no answer for ${limitMs / 1000} s and is being replaced.`;
        reject(new LabError({ code: 'role-silent', message, role: names[part] }));
        void this.running.get(part)?.then((one) => one.role.kill());
      }, limitMs);
    });
    try {
      return await Promise.race([answer, silent]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async launch(part: Part): Promise<Running> {
    const name = names[part];
    this.setState(part, { role: name, phase: 'starting' });
    const { rolesDir, execPath } = this.options;
    const program = programs[part];
    const started = await RoleProcess.start({ name: program, rolesDir, execPath });
    if (this.disposed) await started.role.stop();
    this.setState(part, { role: name, phase: 'ready', pid: started.role.pid });
    void started.role.exited.then((exit) => this.ended(part, exit));
    return started;
  }

  private ended(part: Part, exit: RoleExit): void {
    this.links.forget(part);
    this.running.delete(part);
    if (this.disposed) {
      this.setState(part, { role: names[part], phase: 'stopped' });
      return;
    }
    this.noteCrash(part, names[part]);
    const how = exit.signal === null ? `code ${exit.code}` : exit.signal;
    // Of a stack trace the line that names the error says more than the last one.
    const lastWords = exit.lastStderr.find((line) => /error/i.test(line)) ?? exit.lastStderr.at(-1);
    this.options.onCrash({
      code: 'role-crashed',
      message: `The ${names[part]} process ended with ${how}; it is started again when it is needed. ${lastWords ?? 'It wrote nothing on stderr.'}`,
      role: names[part],
      lastStderr: [...exit.lastStderr],
    });
  }

  private noteCrash(part: string, role: string): void {
    this.crashes.note(role);
    this.setState(part, { role, phase: 'failed' });
  }

  private setState(part: string, state: RoleState): void {
    this.states.set(part, state);
    this.options.onStates(this.roleStates());
  }
}
