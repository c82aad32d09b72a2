import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { LabError } from '../../shared/fault.ts';
import { type ReadRun, readRun } from '../../shared/read-run.ts';
import type { Run } from '../../shared/result.ts';
import type { LabelPatch } from '../../shared/run-label.ts';
import { summaryOf } from '../../shared/run-summary.ts';
import type { OpenedRun, RunProblem, RunSummary } from '../../shared/saved-runs.ts';
import { DeletedRuns } from './deleted-runs.ts';
import { codeOf, reasonNotWritten } from './disk-reasons.ts';
import { withFolderLock } from './folder-lock.ts';
import { freeName } from './free-name.ts';
import {
  fileStem,
  isSameMeasurement,
  isSameRun,
  labelOfBoth,
  type RawRun,
  rawOf,
  textOfRun,
} from './raw-run.ts';
import { readRunFile } from './read-run-file.ts';
import { removeOlder } from './remove-older.ts';
import { type Listing, RunListing } from './run-listing.ts';
import { isDraft, writeWholeFile } from './whole-file.ts';

const DRAFT_KEPT_MS = 3600 * 1000;

/** A run that lies in a file. */
export type FiledRun = RunSummary & Required<Pick<RunSummary, 'file'>>;
type Added = OpenedRun & { readonly summary: FiledRun };

/** The folder of saved runs: one file for each. Any number of processes may use it at once. */
export class RunFiles {
  readonly folder: string;
  private readonly listing: RunListing;
  private readonly deleted: DeletedRuns;

  /** @param onSetAside told of each damaged file that was given another name */
  constructor(folder: string, onSetAside: (problem: RunProblem) => void) {
    this.folder = folder;
    this.listing = new RunListing(folder, onSetAside);
    this.deleted = new DeletedRuns(folder);
  }

  /** @throws LabError `run-unreadable` when the folder can't be read */
  list(): Promise<Listing> {
    return this.listing.read();
  }

  /** @throws LabError `run-not-found`, or as `readRunFile` does */
  async read(id: string): Promise<Run> {
    return (await readRunFile(await this.pathOf(id))).run;
  }

  /** @throws LabError `run-not-found` */
  async pathOf(id: string): Promise<string> {
    const { runs } = await this.list();
    const found = runs.find((run) => run.id === id)?.file;
    if (found === undefined) throw notFound(`There is no run ${id} in ${this.folder}`);
    return found.path;
  }

  /**
   * Keeps a run under a name of its own, once: one that is there already stays as it is.
   * @throws LabError `run-unwritable`
   */
  async save(run: Run): Promise<FiledRun> {
    const read: ReadRun = { run, unknownFields: [], notices: [] };
    return (await this.change(() => this.add(read, rawOf(textOfRun(run))))).summary;
  }

  /**
   * Keeps a run out of a file's text, with the fields that this version does not know.
   * @param name what to call it in a message
   * @throws LabError as `readRun` does, or `run-unwritable`
   */
  async open(name: string, text: string): Promise<OpenedRun> {
    const read = readRun(name, text);
    // Whether it is known is decided under the lock: another window may open the same file in this moment.
    return this.change(() => this.add(read, rawOf(text)));
  }

  /**
   * Writes on a run, on top of what its file holds at that moment.
   * @throws LabError `run-not-found`, `run-unwritable`, or as `readRun` does
   */
  async label(id: string, patch: LabelPatch): Promise<RunSummary> {
    return this.change(async () => {
      const file = await this.pathOf(id);
      const name = path.basename(file);
      const text = await textOf(file);
      const { run } = readRun(name, text);
      const raw = rawOf(text);
      const label = { name: '', note: '', tags: [], ...run.label, ...raw.label, ...patch };
      return this.rewrite(file, { ...raw, label });
    });
  }

  /** Moves a run to a folder of deleted ones. @throws LabError `run-not-found` or `run-unwritable` */
  async delete(id: string): Promise<void> {
    await this.change(async () => this.deleted.take(await this.pathOf(id)));
  }

  /**
   * Takes back what was deleted last under an id. A run that was opened again meanwhile is one run, with what was written on
   * either; another run of that id keeps it, and the one that comes back gets an id of its own.
   * @throws LabError `run-not-found` when it was not deleted, or longer than 7 days ago; `run-unwritable`
   */
  async restore(id: string): Promise<RunSummary> {
    return this.change(async () => {
      const deleted = await this.deleted.find(id);
      if (deleted === undefined) throw notFound(`There is no deleted run ${id} in ${this.deleted.folder}`);
      const listed = (await this.list()).runs.find((run) => run.id === id)?.file;
      if (listed === undefined) return this.moveBack(deleted);
      const [gone, kept] = [rawOf(await textOf(deleted)), rawOf(await textOf(listed.path))];
      const summary = isSameMeasurement(gone, kept)
        ? await this.rewrite(listed.path, { ...kept, label: labelOfBoth(kept.label, gone.label) })
        : await this.write(...renumbered(await readRunFile(deleted), gone));
      await rm(deleted);
      return summary;
    });
  }

  /**
   * Makes the folder, and removes runs that were deleted 7 days ago, and drafts of processes that were killed.
   * @throws LabError `run-unwritable`
   */
  async begin(): Promise<void> {
    await this.change(async () => {
      await this.deleted.purge();
      await removeOlder(this.folder, DRAFT_KEPT_MS, isDraft);
    });
  }

  private async moveBack(deleted: string): Promise<FiledRun> {
    const file = await freeName(this.folder, path.basename(deleted, '.json'));
    await rename(deleted, file);
    return { ...summaryOf(await readRunFile(file)), file: { name: path.basename(file), path: file } };
  }

  private async rewrite(file: string, document: RawRun): Promise<FiledRun> {
    const text = textOfRun(document);
    await writeWholeFile(file, text, 0o600);
    const name = path.basename(file);
    return { ...summaryOf(readRun(name, text)), file: { name, path: file } };
  }

  /** Under the folder's lock. */
  private async add(read: ReadRun, raw: RawRun): Promise<Added> {
    const known = (await this.list()).runs.find(({ id }) => id === read.run.id);
    if (known?.file === undefined) return { summary: await this.write(read, raw), outcome: 'added' };
    if (isSameRun(raw, rawOf(await textOf(known.file.path))))
      return { summary: { ...known, file: known.file }, outcome: 'known' };
    return { summary: await this.write(...renumbered(read, raw)), outcome: 'renumbered' };
  }

  /** Under the folder's lock, so with a name that stays free. */
  private async write(read: ReadRun, document: object): Promise<FiledRun> {
    const file = await freeName(this.folder, fileStem(read.run));
    await writeWholeFile(file, textOfRun(document), 0o600);
    return { ...summaryOf(read), file: { name: path.basename(file), path: file } };
  }

  /** @throws LabError `run-unwritable` for whatever the system says */
  private async change<T>(work: () => Promise<T>): Promise<T> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      return await withFolderLock(this.folder, work);
    } catch (error) {
      if (error instanceof LabError) throw error;
      const message = `The saved runs in ${this.folder} can't be changed: ${reasonNotWritten(error, this.folder)}. Make room or give the rights, then try again.`;
      throw new LabError({ code: 'run-unwritable', message }, { cause: error });
    }
  }
}

/** A run under an id of its own. */
function renumbered(read: ReadRun, raw: RawRun): [ReadRun, RawRun] {
  const id = randomUUID();
  return [
    { ...read, run: { ...read.run, id } },
    { ...raw, id },
  ];
}

const notFound = (message: string) =>
  new LabError({ code: 'run-not-found', message: `${message}: it may have been deleted by another window.` });

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw notFound(`${file} is no longer there`);
    throw error;
  }
}
