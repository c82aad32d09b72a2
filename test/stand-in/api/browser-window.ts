import { EventEmitter } from 'node:events';
import { browserContext } from '../chromium.ts';
import { refuseMissingMembers, refuseOtherEvents } from '../refuse-missing.ts';
import { makeEvent } from './event.ts';
import { WebContents, type WebPreferences } from './web-contents.ts';
import { refuseInsecurePreferences } from './web-preferences.ts';
import { isSameRectangle, type Rectangle, WindowPlace } from './window-place.ts';

interface WindowOptions extends Partial<Rectangle> {
  show?: boolean;
  title?: string;
  webPreferences?: WebPreferences;
}

const fired = ['close', 'closed', 'ready-to-show', 'show', 'hide', 'focus', 'blur', 'page-title-updated'];
const placed = ['resize', 'resized', 'move', 'moved', 'maximize', 'unmaximize', 'minimize', 'restore'];
const screened = ['enter-full-screen', 'leave-full-screen'];
const neverFired = ['unresponsive', 'responsive', 'session-end', 'query-session-end'];

/** Tells the app of its windows: 'created' and 'closed', each with the window. */
export const windowEvents = new EventEmitter();

const open: BrowserWindow[] = [];
let lastId = 0;

export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId;
  readonly webContents: WebContents;
  private readonly place: WindowPlace;
  private title: string;
  private visible: boolean;
  private destroyed = false;
  private wasReady = false;

  static getAllWindows(): BrowserWindow[] {
    return [...open];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return open.find((window) => window.visible) ?? null;
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return open.find((window) => window.webContents === contents) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return open.find((window) => window.id === id) ?? null;
  }

  constructor(options: WindowOptions = {}) {
    super();
    browserContext();
    refuseOtherEvents('BrowserWindow', this, [...fired, ...placed, ...screened, ...neverFired]);
    const { show, title, webPreferences = {}, ...bounds } = options;
    refuseInsecurePreferences(webPreferences);
    this.title = title ?? 'Electron';
    this.visible = show ?? true;
    this.place = new WindowPlace(bounds);
    this.webContents = new WebContents(this.id, webPreferences);
    this.webContents.host.opened
      .then(async (page) => {
        page.on('close', () => this.vanish());
        page.on('load', async () => this.takeTitle(await page.title().catch(() => '')));
        await this.fitPage();
      })
      .catch(() => undefined); // PageHost has said why
    open.push(this);
    windowEvents.emit('created', this);
  }

  private takeTitle(title: string): void {
    if (!title || title === this.title) return;
    const event = makeEvent({});
    this.emit('page-title-updated', event, title, true);
    if (!event.defaultPrevented) this.title = title;
  }

  private async fitPage(): Promise<void> {
    const { width, height } = this.place.bounds;
    await this.webContents.host.page?.setViewportSize({ width, height }).catch(() => undefined);
  }

  private replace(change: () => void, ...also: string[]): void {
    const before = this.place.bounds;
    change();
    const after = this.place.bounds;
    for (const name of also) this.emit(name);
    if (isSameRectangle(before, after)) return;
    void this.fitPage();
    const moved = before.x !== after.x || before.y !== after.y;
    const resized = before.width !== after.width || before.height !== after.height;
    for (const name of [...(moved ? ['move', 'moved'] : []), ...(resized ? ['resize', 'resized'] : [])]) {
      this.emit(name, makeEvent({}));
    }
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url);
    if (!this.wasReady && !this.destroyed) this.emit('ready-to-show');
    this.wasReady = true;
  }

  reload(): void {
    this.webContents.reload();
  }

  show(): void {
    this.visible = true;
    this.emit('show');
    this.emit('focus');
  }

  showInactive(): void {
    this.visible = true;
    this.emit('show');
  }

  hide(): void {
    this.visible = false;
    this.emit('hide');
  }

  focus(): void {
    this.emit('focus');
  }

  isVisible = () => this.visible;
  isFocused = () => this.visible;
  isDestroyed = () => this.destroyed;
  getTitle = () => this.title;

  setTitle(title: string): void {
    this.title = title;
  }

  getBounds = () => this.place.bounds;
  getNormalBounds = () => this.place.normalBounds;
  getContentBounds = () => this.place.bounds;
  isMaximized = () => this.place.is('maximized');
  isMinimized = () => this.place.is('minimized');
  isFullScreen = () => this.place.is('full-screen');

  setBounds(bounds: Partial<Rectangle>): void {
    this.replace(() => this.place.move(bounds));
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  maximize(): void {
    this.replace(() => this.place.become('maximized'), 'maximize');
  }

  unmaximize(): void {
    this.replace(() => this.place.become('normal'), 'unmaximize');
  }

  minimize(): void {
    this.replace(() => this.place.become('minimized'), 'minimize');
  }

  restore(): void {
    this.replace(() => this.place.become('normal'), 'restore');
  }

  setFullScreen(full: boolean): void {
    this.replace(() => this.place.become(full ? 'full-screen' : 'normal'), screened[full ? 0 : 1] ?? '');
  }

  setMenuBarVisibility(): void {}

  setMenu(): void {}

  setBackgroundColor(): void {}

  /** Closes unless a listener of 'close' prevents it. */
  close(): void {
    if (this.destroyed) return;
    const event = makeEvent({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.destroyed) return;
    this.vanish();
    this.webContents.host.opened.then((page) => page.close()).catch(() => undefined);
  }

  private vanish(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    open.splice(open.indexOf(this), 1);
    this.webContents.markDestroyed();
    this.emit('closed', makeEvent({}));
    windowEvents.emit('closed', this);
  }
}

refuseMissingMembers('BrowserWindow', BrowserWindow);
