import { EventEmitter } from 'node:events';
import { refuseMissingMembers, refuseOtherEvents } from '../refuse-missing.ts';
import { BrowserWindow, windowEvents } from './browser-window.ts';

type Source = 'system' | 'light' | 'dark';

/** The theme; pages see it as prefers-color-scheme. The stand-in's system is a light one. */
class NativeTheme extends EventEmitter {
  private source: Source = 'system';

  constructor() {
    super();
    refuseOtherEvents('nativeTheme', this, ['updated']);
    windowEvents.on('created', (window: BrowserWindow) => void this.paint(window));
  }

  get themeSource(): Source {
    return this.source;
  }

  set themeSource(source: Source) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError(`Invalid themeSource '${source}'`);
    if (this.source === source) return;
    this.source = source;
    for (const window of BrowserWindow.getAllWindows()) void this.paint(window);
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.source === 'dark';
  }

  readonly shouldUseHighContrastColors = false;
  readonly prefersReducedTransparency = false;

  private async paint(window: BrowserWindow): Promise<void> {
    const colorScheme = this.shouldUseDarkColors ? 'dark' : 'light';
    const page = await window.webContents.host.opened.catch(() => undefined); // PageHost has said why
    await page?.emulateMedia({ colorScheme }).catch(() => undefined); // closed meanwhile
  }
}

refuseMissingMembers('nativeTheme', NativeTheme);

export const nativeTheme = new NativeTheme();
