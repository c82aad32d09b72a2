import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';

/** One run that is kept is several events; a window reads the folder once for all of them. */
const SETTLED_AFTER_MS = 150;

/** Drafts and the lock come and go with every change, and neither is in anybody's list. */
const isSeen = (name: string | null) => name === null || !name.startsWith('.');

/** Which of two folders of one name it is: one that is made anew may get the number of the old one. */
const identityOf = (folder: string): Promise<string | undefined> =>
  stat(folder).then(
    ({ ino, birthtimeMs }) => `${ino} ${birthtimeMs}`,
    () => undefined,
  );

/** Tells of what changes in a folder, whoever changes it. It keeps no program from ending. */
export class FolderWatch {
  private readonly folder: string;
  private readonly onChange: () => void;
  private readonly onError: (error: unknown) => void;
  private watcher: FSWatcher | undefined;
  private watched: string | undefined;
  private telling: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param onError told why the folder can't be watched; it is then as if nothing changed */
  constructor(folder: string, onChange: () => void, onError: (error: unknown) => void) {
    this.folder = folder;
    this.onChange = onChange;
    this.onError = onError;
  }

  /** Watches the folder that is there now: it may have been made, or removed and made again, since it was last asked. */
  async renew(): Promise<void> {
    const found = await identityOf(this.folder);
    if (found === this.watched || this.isClosed) return;
    this.watched = found;
    this.watcher?.close();
    this.watcher = found === undefined ? undefined : this.begin();
  }

  /** Tells of a change although there may be none by then: for what is worth another look. */
  tellAfter(ms: number): void {
    clearTimeout(this.telling);
    if (!this.isClosed) this.telling = setTimeout(this.onChange, ms).unref();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.telling);
    this.watcher?.close();
  }

  private begin(): FSWatcher | undefined {
    try {
      const watcher = watch(this.folder, { persistent: false }, (_event, name) => {
        if (isSeen(name)) this.tellAfter(SETTLED_AFTER_MS);
      });
      return watcher.on('error', (error) => this.onError(error));
    } catch (error) {
      this.onError(error);
      return undefined;
    }
  }
}
