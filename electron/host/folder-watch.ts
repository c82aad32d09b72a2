import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';

/** One run that is kept is several events; a window reads the folder once for all of them. */
const SETTLED_AFTER_MS = 150;

/** Drafts and the lock come and go with every change, and neither is in anybody's list. */
const isSeen = (name: string | null) => name === null || !name.startsWith('.');

const inodeOf = (folder: string) =>
  stat(folder).then(
    ({ ino }) => ino,
    () => undefined,
  );

/** Tells of what changes in a folder, whoever changes it. It keeps no program from ending. */
export class FolderWatch {
  private readonly folder: string;
  private readonly onChange: () => void;
  private readonly onError: (error: unknown) => void;
  private watcher: FSWatcher | undefined;
  private inode: number | undefined;
  private settling: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param onError told why the folder can't be watched; it is then as if nothing changed */
  constructor(folder: string, onChange: () => void, onError: (error: unknown) => void) {
    this.folder = folder;
    this.onChange = onChange;
    this.onError = onError;
  }

  /** Watches the folder that is there now: it may have been made, or removed and made again, since it was last asked. */
  async renew(): Promise<void> {
    const inode = await inodeOf(this.folder);
    if (inode === this.inode || this.isClosed) return;
    this.inode = inode;
    this.watcher?.close();
    this.watcher = inode === undefined ? undefined : this.begin();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.settling);
    this.watcher?.close();
  }

  private begin(): FSWatcher | undefined {
    try {
      const watcher = watch(this.folder, { persistent: false }, (_event, name) => this.changed(name));
      return watcher.on('error', (error) => this.onError(error));
    } catch (error) {
      this.onError(error);
      return undefined;
    }
  }

  private changed(name: string | null): void {
    if (!isSeen(name)) return;
    clearTimeout(this.settling);
    this.settling = setTimeout(this.onChange, SETTLED_AFTER_MS).unref();
  }
}
