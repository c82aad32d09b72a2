import {
  type ExportFile,
  exportFileSchema,
  type HostCalls,
  type HostEvent,
  languages,
  preferencesSchema,
  type Status,
  themes,
} from '../../shared/api.ts';
import { badInputFault } from '../../shared/bad-input.ts';
import { type Config, parseConfig } from '../../shared/config.ts';
import { parseEngineConfigRequest } from '../../shared/engine-state.ts';
import { LabError, toFault } from '../../shared/fault.ts';
import { type HandshakeOptions, parseHandshakeRequest } from '../../shared/handshake/options.ts';
import type { Run } from '../../shared/result.ts';
import type { RunSummary } from '../../shared/saved-runs.ts';
import { type ConfirmedHost, parseConfirmedHost } from '../../shared/service.ts';
import { parseSuiteOptions } from '../../shared/suite-options.ts';
import { variantOf } from '../../shared/variant.ts';
import { findNodes } from '../lab/handshake/find-nodes.ts';
import { Lab } from '../lab/lab.ts';
import type { OpenHost } from './host-interface.ts';
import { KeptRuns, type RevealFile } from './kept-runs.ts';
import { createProber } from './probe.ts';
import { parseRunExport, runExport } from './run-export.ts';
import { readSettings, type Settings, writeSettings } from './settings.ts';
import { SettingsOpener } from './settings-opener.ts';
import { runsFolder } from './settings-place.ts';

/** Settings are written once changes have come to rest, not for every toggle. */
const SAVE_AFTER_MS = 500;
const MAX_FAULTS = 20;

export interface HostOptions {
  /** Folder of the built roles. */
  readonly rolesDir: string;
  readonly settingsFile: string;
  /** Another Node executable to run the roles on. */
  readonly execPath?: string;
  /** Prints an HTML page; without it a client gets the page and prints it itself. */
  readonly printPdf?: (html: string) => Promise<Uint8Array>;
  /** Keeps a file where the user wants it; without it a client is told to offer a download. */
  readonly saveFile?: (file: ExportFile) => Promise<{ path: string } | null>;
  /** Opens the system's file manager at a file; without it a client is told the path alone. */
  readonly revealFile?: RevealFile;
}

type Fault = Extract<HostEvent, { kind: 'fault' }>;

class LabHost implements OpenHost {
  readonly calls: HostCalls;
  private readonly options: HostOptions;
  private readonly lab: Lab;
  private readonly runs: KeptRuns;
  /** The run of the suite that is being measured, until it has ended. */
  private suiteRun: Run | undefined;
  private readonly opener: SettingsOpener;
  private readonly listeners = new Set<(event: HostEvent) => void>();
  private readonly faults: Fault[] = [];
  private preferences: Settings['preferences'];
  private readonly enginePaths: Settings['enginePaths'];
  private readonly nodePaths: Settings['nodePaths'];
  private confirmedHosts: Settings['confirmedHosts'];
  private saving: NodeJS.Timeout | undefined;

  private constructor(options: HostOptions, lab: Lab, settings: Settings) {
    this.options = options;
    this.lab = lab;
    this.opener = new SettingsOpener(lab, (event) => this.emit(event));
    this.preferences = settings.preferences;
    this.enginePaths = settings.enginePaths;
    this.nodePaths = settings.nodePaths;
    this.confirmedHosts = settings.confirmedHosts;
    this.runs = new KeptRuns({
      folder: runsFolder(options.settingsFile),
      emit: (event) => this.emit(event),
      revealFile: options.revealFile,
    });
    const prober = createProber();
    this.calls = {
      ...this.runs.calls,
      keepLiveRun: async () => this.keepLiveRun(),
      snapshot: async () => ({
        status: this.status(),
        events: [...this.lab.recentEvents(), ...this.opener.recentEvents(), ...this.faults],
      }),
      configure: async (config) => this.after(() => this.configure(parseConfig(config)), true),
      openSettings: async (text) => {
        const opened = await this.opener.open(text);
        this.saveSoon();
        return opened;
      },
      start: async () => this.starting(() => this.lab.start()),
      stop: async () => this.after(() => this.lab.stop()),
      forceHandshakes: async () => this.after(() => this.lab.forceHandshakes()),
      startSuite: async (options) => this.starting(() => this.lab.startSuite(parseSuiteOptions(options))),
      startHandshakes: async (request) =>
        this.starting(async () => this.lab.startHandshakes(await this.handshakeOptions(request))),
      cancelHandshakes: async () => this.after(() => this.lab.cancelHandshakes()),
      probe: prober.probe,
      cancelProbe: async () => this.after(() => prober.cancel()),
      engines: async () => this.lab.engines.states(),
      engineConfig: async (asked) => {
        const { engine, topology, tier } = parseEngineConfigRequest(asked);
        return this.lab.engines.config(engine, variantOf(topology, this.lab.config, engine), tier);
      },
      cancelSuite: async () => this.after(() => this.lab.cancelSuite()),
      confirmHost: async (host) => this.after(() => this.confirmHost(parseConfirmedHost(host)), true),
      setPreferences: async (preferences) => this.after(() => this.setPreferences(preferences), true),
      exportFile: async (file) => this.exportFile(file),
      exportRun: async (order) => this.exportRun(order),
    };
  }

  static async create(options: HostOptions): Promise<LabHost> {
    const { settings, fault } = await readSettings(options.settingsFile);
    let host: LabHost | undefined;
    const lab = await Lab.open(
      {
        rolesDir: options.rolesDir,
        execPath: options.execPath,
        engines: { paths: settings.enginePaths, ownConfigs: {} },
        confirmed: { hosts: settings.confirmedHosts, commands: [] },
        onEvent: (event) => host?.emit(event),
        onChange: () => host?.emitStatus(),
        onLiveRun: (run) => void host?.runs.keep(run),
      },
      settings.config,
    );
    host = new LabHost(options, lab, settings);
    if (fault !== undefined) host.emit({ kind: 'fault', fault, atMs: Date.now() });
    await host.runs.begin();
    return host;
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async openLink(text: string): Promise<void> {
    try {
      await this.calls.openSettings(text);
    } catch (error) {
      this.emit({ kind: 'fault', fault: toFault(error), atMs: Date.now() });
    }
  }

  async dispose(): Promise<void> {
    if (this.saving !== undefined) await this.save();
    this.listeners.clear();
    await this.lab.dispose();
    // What ended with the lab is a run as any other.
    await this.runs.end();
  }

  private status(): Status {
    return {
      config: this.lab.config,
      epoch: this.lab.epoch,
      phase: this.lab.phase,
      roles: [...this.lab.roles],
      leftOut: [...this.lab.leftOut],
      environment: this.lab.environment,
      preferences: this.preferences,
      confirmedHosts: [...this.confirmedHosts],
    };
  }

  private emit(event: HostEvent): void {
    if (event.kind === 'fault') {
      this.faults.push(event);
      this.faults.splice(0, Math.max(0, this.faults.length - MAX_FAULTS));
    }
    for (const listener of this.listeners) listener(event);
    this.keepSuite(event);
  }

  /** A suite tells all that it measured before it tells how it ended; what a cancelled or failed one measured stands. */
  private keepSuite(event: HostEvent): void {
    if (event.kind === 'suite-run') this.suiteRun = event.run;
    if (event.kind !== 'suite' || event.progress.state === 'running') return;
    const run = this.suiteRun;
    this.suiteRun = undefined;
    if (run?.id === event.progress.runId) void this.runs.keep(run);
  }

  private async keepLiveRun(): Promise<RunSummary> {
    const run = this.lab.liveRun();
    if (run !== undefined) return this.runs.keep(run);
    const message =
      'A live run was to be kept, and there is none with an interval for every series yet: start measuring, and wait until each has been measured for a few seconds.';
    throw new LabError({ code: 'nothing-measured', message });
  }

  private emitStatus(): void {
    this.emit({ kind: 'status', status: this.status() });
  }

  private async after(change: () => void | Promise<void>, keep = false): Promise<Status> {
    await change();
    if (keep) this.saveSoon();
    const status = this.status();
    // Other windows follow what this one did.
    this.emit({ kind: 'status', status });
    return status;
  }

  private configure(config: Config): void {
    this.lab.configure(config, this.opener.isPutBack(config) || undefined);
  }

  private starting(start: () => void | Promise<void>): Promise<Status> {
    return this.after(async () => {
      await start();
      this.opener.forget();
    });
  }

  private async handshakeOptions(request: unknown): Promise<HandshakeOptions> {
    const { cases, handshakes, otherRuntimes } = parseHandshakeRequest(request);
    return { cases, handshakes, nodes: otherRuntimes ? await findNodes(this.nodePaths) : [] };
  }

  private confirmHost(host: ConfirmedHost): void {
    const others = this.confirmedHosts.filter((one) => one.host !== host.host);
    this.confirmedHosts = [...others, host];
    this.lab.confirmHost(host);
  }

  private setPreferences(input: unknown): void {
    const parsed = preferencesSchema.safeParse(input);
    if (!parsed.success) {
      const allowed = { theme: themes.join(', '), language: languages.join(', ') };
      const about = { code: 'bad-config', name: 'preferences', allowed } as const;
      throw new LabError(badInputFault(input, parsed.error, about));
    }
    this.preferences = parsed.data;
  }

  private async exportFile(input: unknown): Promise<{ path: string } | { download: true } | null> {
    const parsed = exportFileSchema.safeParse(input);
    if (!parsed.success) {
      const about = { code: 'export-failed', name: 'file', allowed: {} } as const;
      throw new LabError(badInputFault(input, parsed.error, about));
    }
    return this.options.saveFile === undefined ? { download: true } : this.options.saveFile(parsed.data);
  }

  private async exportRun(input: unknown): Promise<{ path: string } | { download: ExportFile } | null> {
    const file = await runExport(parseRunExport(input), this.options.printPdf);
    return this.options.saveFile === undefined ? { download: file } : this.options.saveFile(file);
  }

  private saveSoon(): void {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => void this.save(), SAVE_AFTER_MS);
  }

  private async save(): Promise<void> {
    clearTimeout(this.saving);
    this.saving = undefined;
    try {
      await writeSettings(this.options.settingsFile, {
        config: this.lab.config,
        preferences: this.preferences,
        enginePaths: this.enginePaths,
        nodePaths: this.nodePaths,
        confirmedHosts: this.confirmedHosts,
      });
    } catch (error) {
      this.emit({ kind: 'fault', fault: toFault(error), atMs: Date.now() });
    }
  }
}

/**
 * Opens the lab and offers it to any number of clients.
 * @throws LabError `role-start-failed` when a role can't be started
 */
export async function createHost(options: HostOptions): Promise<OpenHost> {
  return LabHost.create(options);
}
