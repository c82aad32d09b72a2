import type { RoleState } from '../../shared/api.ts';
import { type Fault, LabError } from '../../shared/fault.ts';
import type { LinkCounts } from '../../shared/hop-facts.ts';
import type { ProxyListenSpec } from '../../shared/role-api.ts';
import type { EngineNeed, ServingTier } from '../../shared/words.ts';
import { ENGINE_WORKERS, type EngineCatalogue } from './engine-catalogue.ts';
import { type EngineInstance, startEngine } from './engine-instance.ts';
import type { RealEngine } from './engines/engine.ts';
import { realEngines } from './engines/engine-table.ts';
import type { Keeper } from './keeper.ts';
import type { TreeUsage } from './process-tree.ts';

/**
 * Idle instances cost memory only, and keep toggling back fast; the oldest go when there are more. One interleaved run of
 * every engine over every topology must fit, for what is stopped here may still have its turn: four engines over T2 to T5,
 * of which T5 needs two, each with and without resumption.
 */
const MAX_INSTANCES = 48;

export interface EnginePoolOptions {
  readonly keeper: Keeper;
  readonly catalogue: EngineCatalogue;
  readonly onState: (state: RoleState) => void;
  /** Told when an instance has ended, with the link that it served; with a fault if nobody had asked it to end. */
  readonly onEnded: (linkId: string, fault: Fault | undefined) => void;
}

/** What a listener asks of the engine that is to open it. */
function needsOf({ layer, tls, upstream }: ProxyListenSpec): EngineNeed[] {
  const isMutual = tls?.clientCaPem !== undefined || upstream.tls?.own !== undefined;
  return [...(layer === 'tcp' ? ['tcp' as const] : []), ...(isMutual ? ['mutual' as const] : [])];
}

/** What is known of a real engine at one moment. */
export interface EngineReading {
  readonly usage: TreeUsage;
  /** Of the handshakes at its listener; absent where it isn't asked, since its clients are of the lab's own. */
  readonly told: LinkCounts | undefined;
}

interface Kept {
  readonly engine: RealEngine;
  readonly instance: EngineInstance;
}

/** The real engines that run: one instance per listener, so that its CPU is that listener's alone. */
export class EnginePool {
  private readonly options: EnginePoolOptions;
  private readonly byLinkId = new Map<string, Kept>();
  private readonly stopping = new Set<string>();

  constructor(options: EnginePoolOptions) {
    this.options = options;
  }

  /**
   * Starts an engine for a listener, or answers the port of the one that serves it already.
   * @param tier which of a mesh's two proxies it plays
   * @throws LabError `engine-missing`, `engine-unable`, or `role-start-failed` with the engine's own lines
   */
  async open(engine: RealEngine, tier: ServingTier, spec: ProxyListenSpec): Promise<{ port: number }> {
    const known = this.byLinkId.get(spec.linkId);
    if (known !== undefined) return { port: known.instance.port };
    const { keeper, catalogue, onState } = this.options;
    const definition = realEngines[engine];
    const found = await catalogue.found(engine, needsOf(spec));
    const ownConfig = catalogue.ownConfig(engine, tier);
    await this.makeRoom();
    onState({ role: engine, phase: 'starting' });
    const instance = await startEngine({
      definition,
      found,
      keeper,
      spec,
      workers: ENGINE_WORKERS,
      ownConfig,
    }).catch((error) => {
      onState({ role: engine, phase: 'failed' });
      throw error;
    });
    this.byLinkId.set(spec.linkId, { engine, instance });
    onState({ role: engine, phase: 'ready', pid: instance.pid });
    void instance.exited.then((exit) => this.ended(spec.linkId, engine, exit));
    return { port: instance.port };
  }

  /**
   * Reads an engine's CPU at once, and then asks it for its handshakes: what answering costs falls into the next window.
   * @throws LabError `role-crashed` when it runs no more, `role-silent` when it doesn't answer; it is then ended
   */
  async read(linkId: string): Promise<EngineReading> {
    const instance = this.byLinkId.get(linkId)?.instance;
    const usage = instance?.tree.read();
    if (instance === undefined || usage === undefined) {
      const message = 'The proxy engine is not running.';
      throw new LabError({ code: 'role-crashed', message, role: 'proxy' });
    }
    try {
      return { usage, told: await instance.handshakes?.read() };
    } catch (error) {
      // Not as one that was asked to end: its end is a crash like any other.
      void instance.stop();
      throw error;
    }
  }

  /** Ends the instance that serves a link, if one does. @returns what it wrote last */
  async dismiss(linkId: string): Promise<string[]> {
    const kept = this.byLinkId.get(linkId);
    if (kept === undefined) return [];
    await this.stop(linkId);
    return (await kept.instance.exited).lastStderr;
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.byLinkId.keys()].map((linkId) => this.stop(linkId)));
    await this.options.keeper.dispose();
  }

  private async makeRoom(): Promise<void> {
    const oldest = this.byLinkId.keys().next().value;
    if (this.byLinkId.size >= MAX_INSTANCES && oldest !== undefined) await this.stop(oldest);
  }

  private async stop(linkId: string): Promise<void> {
    this.stopping.add(linkId);
    await this.byLinkId.get(linkId)?.instance.stop();
  }

  private ended(linkId: string, engine: RealEngine, exit: Awaited<EngineInstance['exited']>): void {
    this.byLinkId.delete(linkId);
    const { onState, onEnded } = this.options;
    if (this.stopping.delete(linkId)) {
      if (![...this.byLinkId.values()].some((kept) => kept.engine === engine))
        onState({ role: engine, phase: 'stopped' });
      onEnded(linkId, undefined);
      return;
    }
    onState({ role: engine, phase: 'failed' });
    const how = exit.signal ?? `code ${exit.code}`;
    const { name } = realEngines[engine];
    const lastWords = exit.lastStderr.at(-1) ?? 'It wrote nothing.';
    onEnded(linkId, {
      code: 'role-crashed',
      message: `${name} ended with ${how}; it is started again when it is needed. ${lastWords}`,
      role: engine,
      lastStderr: [...exit.lastStderr],
    });
  }
}
