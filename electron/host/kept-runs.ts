import type { HostCalls, HostEvent } from '../../shared/api.ts';
import { type Fault, LabError, toFault } from '../../shared/fault.ts';
import type { Run } from '../../shared/result.ts';
import { noLabel } from '../../shared/run-label.ts';
import { summaryOf } from '../../shared/run-summary.ts';
import {
  type OpenedRun,
  parseLabelRequest,
  parseOpenRequest,
  parseRunId,
  type RunList,
  type RunProblem,
  type RunSummary,
} from '../../shared/saved-runs.ts';
import { FolderWatch } from './folder-watch.ts';
import { RunFiles } from './run-files.ts';

/** After this a file that was being written is old enough to be judged. */
const LOOK_AGAIN_MS = 5_000;

/** Opens the system's file manager at a file. */
export type RevealFile = (file: string) => void;

export interface KeptRunsOptions {
  readonly folder: string;
  readonly emit: (event: HostEvent) => void;
  readonly revealFile?: RevealFile | undefined;
}

type RunCalls = Pick<
  HostCalls,
  'runs' | 'run' | 'labelRun' | 'deleteRun' | 'restoreRun' | 'openRun' | 'revealRun' | 'keepRun'
>;

/** A run that could not be written, and why. */
interface Unsaved {
  readonly run: Run;
  readonly fault: Fault;
  readonly isDeleted: boolean;
}

/** The runs of a host's windows: those in files, and those of this session that could not be written. */
export class KeptRuns {
  readonly calls: RunCalls;
  private readonly files: RunFiles;
  private readonly watch: FolderWatch;
  private readonly options: KeptRunsOptions;
  private readonly setAside: RunProblem[] = [];
  private readonly unsaved = new Map<string, Unsaved>();
  /** What is being written; a shell that ends waits for it. */
  private pending: Promise<unknown> = Promise.resolve();

  constructor(options: KeptRunsOptions) {
    this.options = options;
    this.files = new RunFiles(options.folder, (problem) => {
      this.setAside.push(problem);
      this.report(problem.fault);
    });
    this.watch = new FolderWatch(
      options.folder,
      () => options.emit({ kind: 'runs' }),
      (error) => this.report(notWatched(options.folder, error)),
    );
    this.calls = {
      runs: () => this.list(),
      run: async (id) => this.read(parseRunId(id)),
      labelRun: async (label) => this.changed(this.label(parseLabelRequest(label))),
      deleteRun: async (id) => {
        await this.changed(this.delete(parseRunId(id)));
        return this.list();
      },
      restoreRun: async (id) => this.changed(this.restore(parseRunId(id))),
      openRun: async (file) => this.changed(this.open(parseOpenRequest(file))),
      revealRun: async (id) => this.reveal(parseRunId(id)),
      keepRun: async (id) => this.changed(this.keepAgain(parseRunId(id))),
    };
  }

  /** Writes a finished run; where that fails, windows are told why, and the run stays in memory and in the list. */
  async keep(run: Run): Promise<RunSummary> {
    const kept = this.files.save(run).catch((error: unknown): RunSummary => {
      const { message, ...fault } = toFault(error);
      const told = { ...fault, message: `A run was measured and could not be kept. ${message}` };
      this.unsaved.set(run.id, { run, fault: told, isDeleted: false });
      this.report(told);
      return summaryInMemory(run, told);
    });
    return this.changed(kept);
  }

  /**
   * Removes what was deleted long ago, and from now on tells windows of what others keep in the folder: a terminal, or the
   * other shell. A folder that can't be used is no reason not to start: the list says why.
   */
  async begin(): Promise<void> {
    await this.files.begin().catch((error: unknown) => this.report(toFault(error)));
    await this.watch.renew();
  }

  /** Resolves once nothing is being written any more, and tells of no further change. */
  async end(): Promise<void> {
    this.watch.close();
    await this.pending;
  }

  private report(fault: Fault): void {
    this.options.emit({ kind: 'fault', fault, atMs: Date.now() });
  }

  /** Tells windows that the list is another once the work is done. */
  private async changed<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => this.options.emit({ kind: 'runs' }));
    this.pending = Promise.allSettled([this.pending, done]);
    return done;
  }

  private inMemory(id: string): Unsaved | undefined {
    const found = this.unsaved.get(id);
    return found?.isDeleted === true ? undefined : found;
  }

  private async list(): Promise<RunList> {
    const shown = [...this.unsaved.values()].filter(({ isDeleted }) => !isDeleted);
    const inMemory = shown.map(({ run, fault }) => summaryInMemory(run, fault));
    const { folder } = this.options;
    try {
      await this.watch.renew();
      const { runs, leftAlone, isUnsettled } = await this.files.list();
      if (isUnsettled) this.watch.tellAfter(LOOK_AGAIN_MS);
      return { folder, runs: [...inMemory, ...runs], problems: [...this.setAside, ...leftAlone] };
    } catch (error) {
      // What is in memory can be used although the folder can't.
      const problem = { fileName: folder, fault: toFault(error) };
      return { folder, runs: inMemory, problems: [...this.setAside, problem] };
    }
  }

  private async read(id: string): Promise<Run> {
    return this.inMemory(id)?.run ?? this.files.read(id);
  }

  private async open({ name, text }: ReturnType<typeof parseOpenRequest>): Promise<OpenedRun> {
    const opened = await this.files.open(name, text);
    // It may be one that could not be written, and that the user has brought in a file.
    this.unsaved.delete(opened.summary.id);
    return opened;
  }

  private async label({ id, ...patch }: ReturnType<typeof parseLabelRequest>): Promise<RunSummary> {
    const held = this.inMemory(id);
    if (held === undefined) return this.files.label(id, patch);
    const run = { ...held.run, label: { ...noLabel, ...held.run.label, ...patch } };
    this.unsaved.set(id, { ...held, run });
    return summaryInMemory(run, held.fault);
  }

  private async delete(id: string): Promise<void> {
    const held = this.inMemory(id);
    if (held === undefined) await this.files.delete(id);
    else this.unsaved.set(id, { ...held, isDeleted: true });
  }

  private async restore(id: string): Promise<RunSummary> {
    const held = this.unsaved.get(id);
    if (held === undefined) return this.files.restore(id);
    this.unsaved.set(id, { ...held, isDeleted: false });
    return summaryInMemory(held.run, held.fault);
  }

  private async keepAgain(id: string): Promise<RunSummary> {
    const held = this.inMemory(id);
    if (held === undefined) {
      const message = `There is no run ${id} that waits to be written: it is in a file already, or was deleted.`;
      throw new LabError({ code: 'run-not-found', message });
    }
    const summary = await this.files.save(held.run);
    // While it was written it may have been labelled, deleted, or written by another click.
    const now = this.unsaved.get(id);
    this.unsaved.delete(id);
    const { label } = now?.run ?? held.run;
    const labelled =
      label === undefined || label === held.run.label ? summary : await this.files.label(id, label);
    if (now?.isDeleted) await this.files.delete(id);
    return labelled;
  }

  private async reveal(id: string): Promise<{ path: string; shown: boolean }> {
    const held = this.inMemory(id);
    if (held !== undefined) {
      const message = `This run is in no file. ${held.fault.message}`;
      throw new LabError({ code: 'run-not-found', message });
    }
    const path = await this.files.pathOf(id);
    const { revealFile } = this.options;
    revealFile?.(path);
    return { path, shown: revealFile !== undefined };
  }
}

const notWatched = (folder: string, error: unknown): Fault => ({
  code: 'run-unreadable',
  message: `The folder of saved runs, ${folder}, can't be watched (${toFault(error).message}): what another program keeps there is listed once the list is opened again.`,
});

const summaryInMemory = (run: Run, unsaved: Fault): RunSummary => ({
  ...summaryOf({ run, unknownFields: [], notices: [] }),
  unsaved,
});
