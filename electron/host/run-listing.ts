import type { Stats } from 'node:fs';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Fault, LabError, toFault } from '../../shared/fault.ts';
import { assertRunSize, readRun } from '../../shared/read-run.ts';
import { summaryOf } from '../../shared/run-summary.ts';
import type { RunProblem, RunSummary } from '../../shared/saved-runs.ts';
import { codeOf } from './disk-reasons.ts';

/** What one file of the folder came to when it was read. */
type Read =
  | { readonly summary: RunSummary }
  | { readonly problem: RunProblem; readonly isUnsettled?: boolean };

/** A copy or a download that is under way writes more often than this, and is no damaged file. */
const UNSETTLED_MS = 3_000;

export interface Listing {
  readonly runs: readonly RunSummary[];
  /** Files that were left where they are. */
  readonly leftAlone: readonly RunProblem[];
  /** Some of those were written to a moment ago, and may be whole soon. */
  readonly isUnsettled: boolean;
}

/** A file that was written anew is another inode, even if within the same tick of the clock and with as many bytes. */
const stampOf = ({ ino, mtimeMs, size }: Stats) => `${ino} ${mtimeMs} ${size}`;

/** A file that can't be read may be whole: only one that was read and is no run is damaged. */
const isDamaged = (error: unknown) => error instanceof LabError && error.fault.code === 'run-unreadable';

/** Reads a folder of runs again and again; a file that has not changed is read once. */
export class RunListing {
  private readonly folder: string;
  private readonly onSetAside: (problem: RunProblem) => void;
  private known = new Map<string, { readonly stamp: string; readonly read: Read }>();

  /** @param onSetAside told of each damaged file that was given another name */
  constructor(folder: string, onSetAside: (problem: RunProblem) => void) {
    this.folder = folder;
    this.onSetAside = onSetAside;
  }

  /** Newest first. A damaged file is renamed, so that it is met once; what can't be read otherwise stays as it is. */
  async read(): Promise<Listing> {
    const names = await this.names();
    const known: typeof this.known = new Map();
    for (const name of names) {
      const entry = await this.entryOf(name);
      if (entry !== undefined) known.set(name, entry);
    }
    this.known = known;
    const reads = [...known.values()].map(({ read }) => read);
    const { once, repeated } = withoutRepeats(reads.flatMap((one) => ('summary' in one ? one.summary : [])));
    return {
      runs: once.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
      leftAlone: [...reads.flatMap((one) => ('problem' in one ? one.problem : [])), ...repeated],
      isUnsettled: reads.some((one) => 'problem' in one && one.isUnsettled),
    };
  }

  private async names(): Promise<string[]> {
    try {
      const names = await readdir(this.folder);
      return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted();
    } catch (error) {
      // Before the first run was kept there is no folder.
      if (codeOf(error) === 'ENOENT') return [];
      const message = `The saved runs in ${this.folder} can't be listed (${toFault(error).message}): see to it that it is a folder that may be read.`;
      throw new LabError({ code: 'run-unreadable', message }, { cause: error });
    }
  }

  private async entryOf(name: string) {
    const file = path.join(this.folder, name);
    let changedMs = 0;
    try {
      const found = await stat(file);
      changedMs = found.mtimeMs;
      const stamp = stampOf(found);
      const before = this.known.get(name);
      if (before?.stamp === stamp) return before;
      return { stamp, read: { summary: await summaryOfFile(file, found.size) } };
    } catch (error) {
      // Deleted since the folder was read.
      if (codeOf(error) === 'ENOENT') return undefined;
      const problem = { fileName: name, fault: toFault(error) };
      if (!isDamaged(error)) return { stamp: '', read: { problem } };
      return Date.now() - changedMs < UNSETTLED_MS ? unsettled(problem) : this.putAside(problem);
    }
  }

  /** @returns an entry where the file is still in the folder's list */
  private async putAside({ fileName, fault }: RunProblem) {
    const setAsideAs = `${fileName}.damaged-${Date.now()}`;
    const told = (words: string): Fault => ({ ...fault, message: `${fault.message} ${words}` });
    try {
      await rename(path.join(this.folder, fileName), path.join(this.folder, setAsideAs));
    } catch (error) {
      // Another process set it aside first, and has said so.
      if (codeOf(error) === 'ENOENT') return undefined;
      const problem = { fileName, fault: told('It could not be set aside, and stays where it is.') };
      return { stamp: '', read: { problem } };
    }
    this.onSetAside({ fileName, fault: told(`It was set aside as ${setAsideAs}.`), setAsideAs });
    return undefined;
  }
}

function unsettled({ fileName, fault }: RunProblem) {
  const message = `${fault.message} It was written to a moment ago and may not be whole yet: it is looked at again.`;
  return { stamp: '', read: { problem: { fileName, fault: { ...fault, message } }, isUnsettled: true } };
}

/** @throws LabError as `readRun` does, or what the system says */
async function summaryOfFile(file: string, bytes: number): Promise<RunSummary> {
  const name = path.basename(file);
  // Asked before it is read: a huge file must not fill the memory.
  assertRunSize(name, bytes);
  return { ...summaryOf(readRun(name, await readFile(file, 'utf8'))), file: { name, path: file } };
}

/** A file that was copied within the folder is the same run: it is shown once, and the other file named. */
function withoutRepeats(summaries: readonly RunSummary[]) {
  const byId = new Map<string, RunSummary>();
  const repeated: RunProblem[] = [];
  for (const summary of summaries) {
    const first = byId.get(summary.id);
    if (first === undefined) byId.set(summary.id, summary);
    else repeated.push(repeatOf(summary.file?.name ?? '', first.file?.name ?? ''));
  }
  return { once: [...byId.values()], repeated };
}

const repeatOf = (fileName: string, first: string): RunProblem => ({
  fileName,
  fault: {
    code: 'run-kept-twice',
    message: `${fileName} holds the same run as ${first} and is not listed: open it by the dialog to keep it under an id of its own, or delete it.`,
  },
});
