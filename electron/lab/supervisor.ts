import type { RoleState } from '../../shared/api.ts';
import { type Fault, LabError, toFault } from '../../shared/fault.ts';
import type { EngineFacts } from '../../shared/result.ts';
import {
  type ClientTls,
  type Counters,
  countersSchema,
  type Hello,
  type LoadSpec,
  type ProxyListenSpec,
  proxyListenSpecSchema,
} from '../../shared/role-api.ts';
import type { Engine, ServingTier, Tier } from '../../shared/words.ts';
import { CrashLedger } from './crash-ledger.ts';
import type { EngineCatalogue } from './engine-catalogue.ts';
import { EnginePool } from './engine-pool.ts';
import type { RealEngine } from './engines/engine.ts';
import { Keeper } from './keeper.ts';
import { LinkOpener, type OpenedPlan } from './link-opener.ts';
import { type Pki, serverName } from './pki.ts';
import type { Plan } from './plan.ts';
import type { TreeUsage } from './process-tree.ts';
import { type RoleExit, RoleProcess } from './role-process.ts';

/** A process that the lab keeps: what plays a tier, or the wire that delays hops. */
type Part = Tier | 'wire';

/** The built-in program of each. */
const programs: Record<Part, string> = {
  client: 'load',
  proxy: 'proxy',
  proxy2: 'proxy',
  app: 'app',
  wire: 'wire',
};
/** What its process is called: the two proxies of a mesh run one program. */
const names: Record<Part, string> = { ...programs, proxy2: 'proxy2' };
const SILENT_AFTER_MS = 5_000;
/** A pause waits for what is in flight, which may be many large bodies. */
const PAUSE_SILENT_AFTER_MS = 15_000;

export interface SupervisorOptions {
  readonly rolesDir: string;
  readonly execPath?: string;
  readonly pki: Pki;
  readonly catalogue: EngineCatalogue;
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
  private disposed = false;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.links = new LinkOpener(options.pki, (part, engine, spec) =>
      engine === 'builtin'
        ? this.orSilent(part, this.call(part, 'listen', spec))
        : this.openEngine(engine, proxyListenSpecSchema.parse(spec)),
    );
    this.engines = new EnginePool({
      keeper: new Keeper({ rolesDir: options.rolesDir, execPath: options.execPath }),
      catalogue: options.catalogue,
      onState: (state) => this.setState(state.role, state),
      onEnded: (linkId, fault) => this.engineEnded(linkId, fault),
    });
  }

  /**
   * Starts what isn't running and opens what isn't open.
   * @throws LabError when a role can't be started, or has crashed too often
   */
  async prepare(plan: Plan): Promise<OpenedPlan> {
    const needsWire = plan.links.some((link) => link.rttMs !== undefined);
    const roles = plan.links.filter((link) => link.engine === 'builtin').map((link) => link.hop.to);
    const parts: Part[] = ['client', ...roles, ...(needsWire ? ['wire' as const] : [])];
    await Promise.all(parts.map((part) => this.ensure(part)));
    return this.links.open(plan);
  }

  /** Begins load over an opened plan; answers when requests flow. */
  async startLoad(opened: OpenedPlan, timeline: boolean): Promise<void> {
    const { variant, links } = opened.plan;
    const hop = links[0].hop;
    const { caPem } = opened.outer;
    const tls: ClientTls | undefined =
      caPem === undefined ? undefined : { ...variant.tls, caPem, serverName };
    const spec: LoadSpec = {
      linkId: opened.loadLinkId,
      from: hop.from,
      to: hop.to,
      port: opened.outer.dialPort,
      tls,
      workload: variant.workload,
      timeline,
    };
    await this.call('client', 'start', spec);
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

  /** CPU and memory of the real engine that serves a link. @throws LabError `role-crashed` when it is gone */
  engineUsage(linkId: string): TreeUsage {
    return this.engines.usage(linkId);
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

  /** Forgets crashes: the user has asked to start again. */
  forgive(): void {
    this.crashes.forgive();
  }

  /** Ends every role; none outlives this. */
  async dispose(): Promise<void> {
    this.disposed = true;
    const all = [...this.running.values()];
    this.running.clear();
    await Promise.allSettled([...all.map(async (one) => (await one).role.stop()), this.engines.dispose()]);
  }

  private async openEngine(engine: RealEngine, spec: ProxyListenSpec): Promise<{ port: number }> {
    this.crashes.assertWorthStarting(engine);
    try {
      return await this.engines.open(engine, spec);
    } catch (error) {
      const fault = { ...toFault(error), role: engine };
      // An engine that isn't there has not crashed, and will not be there the next time either.
      if (fault.code === 'role-start-failed') this.noteCrash(engine, engine);
      throw new LabError(fault, { cause: error });
    }
  }

  private engineEnded(linkId: string, fault: Fault | undefined): void {
    this.links.forgetLink(linkId);
    if (fault === undefined || this.disposed) return;
    this.crashes.note(fault.role ?? 'proxy');
    this.options.onCrash(fault);
  }

  private async factsOf(tier: ServingTier, engine: Engine): Promise<EngineFacts> {
    if (engine !== 'builtin') return this.options.catalogue.facts(engine);
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
