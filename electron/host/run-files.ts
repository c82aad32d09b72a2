import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { LabError } from '../../shared/fault.ts';
import { type ReadRun, readRun } from '../../shared/read-run.ts';
import type { Run } from '../../shared/result.ts';
import type { LabelPatch } from '../../shared/run-label.ts';
import { summaryOf } from '../../shared/run-summary.ts';
import type { OpenedRun, RunProblem, RunSummary } from '../../shared/saved-runs.ts';
import { codeOf, reasonNotWritten } from './disk-reasons.ts';
import { withFolderLock } from './folder-lock.ts';
import { fileStem, isSameRun, rawOf, textOfRun } from './raw-run.ts';
import { readRunFile } from './read-run-file.ts';
import { type Listing, RunListing } from './run-listing.ts';
import { isDraft, writeWholeFile } from './whole-file.ts';

const DELETED_KEPT_MS = 7 * 24 * 3600 * 1000;
const DRAFT_KEPT_MS = 3600 * 1000;

async function isFree(file: string): Promise<boolean> {
  return access(file).then(
    () => false,
    () => true,
  );
}

/** Removes what has lain in a folder for longer than it is worth; a folder that isn't there holds nothing. */
async function removeOlder(
  folder: string,
  keptMs: number,
  isMeant: (name: string) => boolean,
): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter(isMeant)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > keptMs) await rm(file, { force: true });
  }
}

/** A run that lies in a file. */
export type FiledRun = RunSummary & Required<Pick<RunSummary, 'file'>>;

/** The folder of saved runs: one file for each. Any number of processes may use it at once. */
export class RunFiles {
  readonly folder: string;
  private readonly listing: RunListing;

  /** @param onSetAside told of each damaged file that was given another name */
  constructor(folder: string, onSetAside: (problem: RunProblem) => void) {
    this.folder = folder;
    this.listing = new RunListing(folder, onSetAside);
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
   * Keeps a run under a name of its own.
   * @throws LabError `run-unwritable`
   */
  save(run: Run): Promise<FiledRun> {
    return this.change(() => this.write({ run, unknownFields: [], notices: [] }, run));
  }

  /**
   * Keeps a run out of a file's text, with the fields that this version does not know.
   * @param name what to call it in a message
   * @throws LabError as `readRun` does, or `run-unwritable`
   */
  async open(name: string, text: string): Promise<OpenedRun> {
    const read = readRun(name, text);
    const raw = rawOf(text);
    const known = (await this.list()).runs.find(({ id }) => id === read.run.id);
    if (known?.file === undefined) {
      return { summary: await this.change(() => this.write(read, raw)), outcome: 'added' };
    }
    if (isSameRun(raw, rawOf(await readFile(known.file.path, 'utf8')))) {
      return { summary: known, outcome: 'known' };
    }
    const id = randomUUID();
    const renumbered = { ...read, run: { ...read.run, id } };
    return {
      summary: await this.change(() => this.write(renumbered, { ...raw, id })),
      outcome: 'renumbered',
    };
  }

  /**
   * Writes on a run, on top of what its file holds at that moment.
   * @throws LabError `run-not-found`, `run-unwritable`, or as `readRun` does
   */
  async label(id: string, patch: LabelPatch): Promise<RunSummary> {
    const file = await this.pathOf(id);
    const name = path.basename(file);
    return this.change(async () => {
      const text = await textOf(file);
      const { run } = readRun(name, text);
      const raw = rawOf(text);
      const label = { name: '', note: '', tags: [], ...run.label, ...raw.label, ...patch };
      const changed = textOfRun({ ...raw, label });
      await writeWholeFile(file, changed, 0o600);
      return { ...summaryOf(readRun(name, changed)), file: { name, path: file } };
    });
  }

  /** Moves a run to a folder of deleted ones. @throws LabError `run-not-found` or `run-unwritable` */
  async delete(id: string): Promise<void> {
    const file = await this.pathOf(id);
    await this.change(async () => {
      await mkdir(this.deletedFolder, { recursive: true, mode: 0o700 });
      const deleted = await freeName(this.deletedFolder, path.basename(file, '.json'));
      await rename(file, deleted);
      const now = new Date();
      await utimes(deleted, now, now);
    });
  }

  /** @throws LabError `run-not-found` when it was not deleted, or longer than 7 days ago; `run-unwritable` */
  async restore(id: string): Promise<RunSummary> {
    const deleted = await this.deletedWith(id);
    return this.change(async () => {
      const file = await freeName(this.folder, path.basename(deleted, '.json'));
      await rename(deleted, file);
      const name = path.basename(file);
      return { ...summaryOf(await readRunFile(file)), file: { name, path: file } };
    });
  }

  /** Removes runs that were deleted 7 days ago, and drafts of processes that were killed. */
  async purge(): Promise<void> {
    await removeOlder(this.deletedFolder, DELETED_KEPT_MS, (name) => name.endsWith('.json'));
    await removeOlder(this.folder, DRAFT_KEPT_MS, isDraft);
  }

  private get deletedFolder(): string {
    return path.join(this.folder, '.deleted');
  }

  private async deletedWith(id: string): Promise<string> {
    const names = await readdir(this.deletedFolder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const file = path.join(this.deletedFolder, name);
      const read = await readRunFile(file).catch(() => undefined);
      if (read?.run.id === id) return file;
    }
    throw notFound(`There is no deleted run ${id} in ${this.deletedFolder}`);
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

/** @returns a path that is not taken: the stem itself, or with a number */
async function freeName(folder: string, stem: string): Promise<string> {
  for (let count = 1; ; count++) {
    const file = path.join(folder, `${stem}${count === 1 ? '' : `-${count}`}.json`);
    if (await isFree(file)) return file;
  }
}
