import type { RoleState } from '../../shared/api.ts';
import { type Fault, LabError } from '../../shared/fault.ts';
import {
  type ClientTls,
  type Counters,
  countersSchema,
  type Hello,
  type LoadSpec,
} from '../../shared/role-api.ts';
import type { Tier } from '../../shared/words.ts';
import { LinkOpener, type OpenedPlan } from './link-opener.ts';
import { type Pki, serverName } from './pki.ts';
import { type Plan, servingTiers } from './plan.ts';
import { type RoleExit, RoleProcess } from './role-process.ts';

/** The built-in program that plays each tier. */
const programs: Record<Tier, string> = { client: 'load', proxy: 'proxy', app: 'app' };
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
const FIRST_BACKOFF_MS = 100;
const SILENT_AFTER_MS = 5_000;
/** A pause waits for what is in flight, which may be many large bodies. */
const PAUSE_SILENT_AFTER_MS = 15_000;

export interface SupervisorOptions {
  readonly rolesDir: string;
  readonly execPath?: string;
  readonly pki: Pki;
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
  private readonly running = new Map<Tier, Promise<Running>>();
  private readonly states = new Map<Tier, RoleState>();
  private readonly crashes = new Map<Tier, number[]>();
  private readonly links: LinkOpener;
  private disposed = false;
  /** How many times a role has ended that nobody had asked to. */
  crashCount = 0;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.links = new LinkOpener(options.pki, (tier, spec) =>
      this.orSilent(tier, this.call(tier, 'listen', spec)),
    );
  }

  /**
   * Starts what isn't running and opens what isn't open.
   * @throws LabError when a role can't be started, or has crashed too often
   */
  async prepare(plan: Plan): Promise<OpenedPlan> {
    const tiers: Tier[] = ['client', ...servingTiers(plan)];
    await Promise.all(tiers.map((tier) => this.ensure(tier)));
    return this.links.open(plan);
  }

  /** Begins load over an opened plan; answers when requests flow. */
  async startLoad(opened: OpenedPlan, timeline: boolean): Promise<void> {
    const { plan } = opened;
    const hop = plan.links[0].hop;
    const tls: ClientTls | undefined =
      opened.outer.caPem === undefined ? undefined : { ...plan.tls, caPem: opened.outer.caPem, serverName };
    const spec: LoadSpec = {
      linkId: opened.loadLinkId,
      from: hop.from,
      to: hop.to,
      port: opened.outer.port,
      tls,
      workload: plan.workload,
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
  async counters(tier: Tier, linkId: string): Promise<Counters> {
    return countersSchema.parse(await this.orSilent(tier, this.call(tier, 'counters', linkId)));
  }

  /** What each of these tiers runs on, if it is running. */
  async runtimes(tiers: readonly Tier[]): Promise<Partial<Record<Tier, Hello['runtime']>>> {
    const known = tiers.map(async (tier) => [tier, (await this.running.get(tier))?.hello.runtime] as const);
    return Object.fromEntries(await Promise.all(known));
  }

  roleStates(): RoleState[] {
    return [...this.states.values()];
  }

  /** Starts a tier's process if it isn't running. */
  async ensure(tier: Tier): Promise<Hello> {
    const known = this.running.get(tier);
    if (known !== undefined) return (await known).hello;
    this.refuseAfterTooManyCrashes(tier);
    const starting = this.launch(tier);
    this.running.set(tier, starting);
    try {
      return (await starting).hello;
    } catch (error) {
      if (this.running.get(tier) === starting) this.running.delete(tier);
      this.noteCrash(tier);
      throw error;
    }
  }

  /** How long to wait before starting crashed tiers again, ms; grows with each crash. */
  backoffMs(): number {
    const recent = Math.max(0, ...[...this.crashes.values()].map((times) => times.length));
    return recent === 0 ? 0 : FIRST_BACKOFF_MS * 2 ** (recent - 1);
  }

  /** Forgets crashes: the user has asked to start again. */
  forgive(): void {
    this.crashes.clear();
  }

  /** Ends every role; none outlives this. */
  async dispose(): Promise<void> {
    this.disposed = true;
    const all = [...this.running.values()];
    this.running.clear();
    await Promise.allSettled(all.map(async (one) => (await one).role.stop()));
  }

  private async call(tier: Tier, name: string, ...args: unknown[]): Promise<unknown> {
    const known = this.running.get(tier);
    if (known === undefined) {
      throw new LabError({
        code: 'role-crashed',
        message: `The ${programs[tier]} process is not running.`,
        role: tier,
      });
    }
    return (await known).role.call(name, ...args);
  }

  private async orSilent(tier: Tier, answer: Promise<unknown>, limitMs = SILENT_AFTER_MS): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const message = `The ${programs[tier]} process gave no answer for ${limitMs / 1000} s and is being replaced.`;
        reject(new LabError({ code: 'role-silent', message, role: programs[tier] }));
        void this.running.get(tier)?.then((one) => one.role.kill());
      }, limitMs);
    });
    try {
      return await Promise.race([answer, silent]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async launch(tier: Tier): Promise<Running> {
    const name = programs[tier];
    this.setState(tier, { role: name, phase: 'starting' });
    const { rolesDir, execPath } = this.options;
    const started = await RoleProcess.start({ name, rolesDir, execPath });
    if (this.disposed) await started.role.stop();
    this.setState(tier, { role: name, phase: 'ready', pid: started.role.pid });
    void started.role.exited.then((exit) => this.ended(tier, exit));
    return started;
  }

  private ended(tier: Tier, exit: RoleExit): void {
    this.links.forget(tier);
    this.running.delete(tier);
    if (this.disposed) {
      this.setState(tier, { role: programs[tier], phase: 'stopped' });
      return;
    }
    this.noteCrash(tier);
    const how = exit.signal === null ? `code ${exit.code}` : exit.signal;
    // Of a stack trace the line that names the error says more than the last one.
    const lastWords = exit.lastStderr.find((line) => /error/i.test(line)) ?? exit.lastStderr.at(-1);
    this.options.onCrash({
      code: 'role-crashed',
      message: `The ${programs[tier]} process ended with ${how}; it is started again when it is needed. ${lastWords ?? 'It wrote nothing on stderr.'}`,
      role: programs[tier],
      lastStderr: [...exit.lastStderr],
    });
  }

  private noteCrash(tier: Tier): void {
    this.crashCount++;
    const cutoff = Date.now() - RESTART_WINDOW_MS;
    this.crashes.set(tier, [...(this.crashes.get(tier) ?? []).filter((at) => at > cutoff), Date.now()]);
    this.setState(tier, { role: programs[tier], phase: 'failed' });
  }

  private refuseAfterTooManyCrashes(tier: Tier): void {
    const count = this.crashes.get(tier)?.length ?? 0;
    if (count <= MAX_RESTARTS) return;
    throw new LabError({
      code: 'role-gave-up',
      message: `The ${programs[tier]} process ended ${count} times within a minute; it isn't restarted any more. Press Start to try again.`,
      role: programs[tier],
    });
  }

  private setState(tier: Tier, state: RoleState): void {
    this.states.set(tier, state);
    this.options.onStates(this.roleStates());
  }
}
