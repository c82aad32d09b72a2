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

/** A process that the lab keeps: what plays a tier, or the wire that delays hops. */
type Part = Tier | 'wire';

/** The built-in program of each. */
const programs: Record<Part, string> = { client: 'load', proxy: 'proxy', app: 'app', wire: 'wire' };
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
  private readonly running = new Map<Part, Promise<Running>>();
  private readonly states = new Map<Part, RoleState>();
  private readonly crashes = new Map<Part, number[]>();
  private readonly links: LinkOpener;
  private disposed = false;
  /** How many times a role has ended that nobody had asked to. */
  crashCount = 0;

  constructor(options: SupervisorOptions) {
    this.options = options;
    this.links = new LinkOpener(options.pki, (part, spec) =>
      this.orSilent(part, this.call(part, 'listen', spec)),
    );
  }

  /**
   * Starts what isn't running and opens what isn't open.
   * @throws LabError when a role can't be started, or has crashed too often
   */
  async prepare(plan: Plan): Promise<OpenedPlan> {
    const needsWire = plan.links.some((link) => link.rttMs !== undefined);
    const parts: Part[] = ['client', ...servingTiers(plan), ...(needsWire ? ['wire' as const] : [])];
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

  /** What each of these tiers runs on, if it is running. */
  async runtimes(tiers: readonly Tier[]): Promise<Partial<Record<Tier, Hello['runtime']>>> {
    const known = tiers.map(async (tier) => [tier, (await this.running.get(tier))?.hello.runtime] as const);
    return Object.fromEntries(await Promise.all(known));
  }

  roleStates(): RoleState[] {
    return [...this.states.values()];
  }

  /** Starts a part's process if it isn't running. */
  async ensure(part: Part): Promise<Hello> {
    const known = this.running.get(part);
    if (known !== undefined) return (await known).hello;
    this.refuseAfterTooManyCrashes(part);
    const starting = this.launch(part);
    this.running.set(part, starting);
    try {
      return (await starting).hello;
    } catch (error) {
      if (this.running.get(part) === starting) this.running.delete(part);
      this.noteCrash(part);
      throw error;
    }
  }

  /** How long to wait before starting what crashed again, ms; grows with each crash. */
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

  private async call(part: Part, name: string, ...args: unknown[]): Promise<unknown> {
    const known = this.running.get(part);
    if (known === undefined) {
      throw new LabError({
        code: 'role-crashed',
        message: `The ${programs[part]} process is not running.`,
        role: part,
      });
    }
    return (await known).role.call(name, ...args);
  }

  private async orSilent(part: Part, answer: Promise<unknown>, limitMs = SILENT_AFTER_MS): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const message = `The ${programs[part]} process gave no answer for ${limitMs / 1000} s and is being replaced.`;
        reject(new LabError({ code: 'role-silent', message, role: programs[part] }));
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
    const name = programs[part];
    this.setState(part, { role: name, phase: 'starting' });
    const { rolesDir, execPath } = this.options;
    const started = await RoleProcess.start({ name, rolesDir, execPath });
    if (this.disposed) await started.role.stop();
    this.setState(part, { role: name, phase: 'ready', pid: started.role.pid });
    void started.role.exited.then((exit) => this.ended(part, exit));
    return started;
  }

  private ended(part: Part, exit: RoleExit): void {
    this.links.forget(part);
    this.running.delete(part);
    if (this.disposed) {
      this.setState(part, { role: programs[part], phase: 'stopped' });
      return;
    }
    this.noteCrash(part);
    const how = exit.signal === null ? `code ${exit.code}` : exit.signal;
    // Of a stack trace the line that names the error says more than the last one.
    const lastWords = exit.lastStderr.find((line) => /error/i.test(line)) ?? exit.lastStderr.at(-1);
    this.options.onCrash({
      code: 'role-crashed',
      message: `The ${programs[part]} process ended with ${how}; it is started again when it is needed. ${lastWords ?? 'It wrote nothing on stderr.'}`,
      role: programs[part],
      lastStderr: [...exit.lastStderr],
    });
  }

  private noteCrash(part: Part): void {
    this.crashCount++;
    const cutoff = Date.now() - RESTART_WINDOW_MS;
    this.crashes.set(part, [...(this.crashes.get(part) ?? []).filter((at) => at > cutoff), Date.now()]);
    this.setState(part, { role: programs[part], phase: 'failed' });
  }

  private refuseAfterTooManyCrashes(part: Part): void {
    const count = this.crashes.get(part)?.length ?? 0;
    if (count <= MAX_RESTARTS) return;
    throw new LabError({
      code: 'role-gave-up',
      message: `The ${programs[part]} process ended ${count} times within a minute; it isn't restarted any more. Press Start to try again.`,
      role: programs[part],
    });
  }

  private setState(part: Part, state: RoleState): void {
    this.states.set(part, state);
    this.options.onStates(this.roleStates());
  }
}
