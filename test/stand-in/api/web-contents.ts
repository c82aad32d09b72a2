import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { type FromPreload, PageHost } from '../page-host.ts';
import { notImplemented, refuseMissingMembers, refuseOtherEvents } from '../refuse-missing.ts';
import { decode, encode } from '../wire.ts';
import { makeEvent } from './event.ts';
import { IpcMain, ipcMain } from './ipc-main.ts';
import { toCarried, toOwn } from './schemes.ts';
import { session } from './session.ts';
import { WebFrameMain } from './web-frame-main.ts';

type WindowOpenHandler = (details: object) => { action: 'allow' | 'deny' };

const fired = [
  'will-navigate',
  'will-frame-navigate',
  'dom-ready',
  'did-finish-load',
  'did-fail-load',
  'console-message',
];
const firedToo = ['preload-error', 'render-process-gone', 'destroyed'];
// Guards that a secure app sets against what cannot happen here.
const neverFired = ['will-redirect', 'will-attach-webview', 'before-input-event', 'unresponsive'];

const popupAnswerMs = 2000; // about:blank asks for nothing

interface PrintOptions {
  readonly pageSize: 'A4';
  readonly printBackground?: boolean;
  readonly preferCSSPageSize?: boolean;
}

export interface WebPreferences {
  preload?: string;
  additionalArguments?: string[];
}

export class WebContents extends EventEmitter {
  readonly host: PageHost;
  readonly ipc = new IpcMain();
  readonly session = session.defaultSession;
  readonly id: number;
  private windowOpenHandler: WindowOpenHandler | undefined;
  private loadingUrl: string | undefined;
  private destroyed = false;

  constructor(id: number, { preload, additionalArguments }: WebPreferences) {
    super();
    this.id = id;
    refuseOtherEvents('webContents', this, [...fired, ...firedToo, ...neverFired]);
    this.host = new PageHost(preload, additionalArguments ?? [], (message) => void this.receive(message));
    this.host.opened.then((page) => this.follow(page)).catch(() => undefined); // PageHost has said why
  }

  private follow(page: Page): void {
    page.on('domcontentloaded', () => this.emit('dom-ready', makeEvent({})));
    page.on('load', () => this.emit('did-finish-load', makeEvent({})));
    page.on('crash', () =>
      this.emit('render-process-gone', makeEvent({}), { reason: 'crashed', exitCode: 5 }),
    );
    page.on('popup', (popup) => void this.closePopup(popup));
    page.on('console', (message) => {
      this.emit('console-message', makeEvent({ level: message.type(), message: message.text() }));
    });
  }

  get mainFrame(): WebFrameMain {
    if (!this.host.page) throw notImplemented('webContents.mainFrame before the page has opened');
    return WebFrameMain.of(this.host.page.mainFrame());
  }

  getURL(): string {
    const url = this.host.page?.url() ?? '';
    return url === 'about:blank' ? '' : toOwn(url);
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    this.host.deliver({ kind: 'message', channel, args: encode(args) });
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.windowOpenHandler = handler;
  }

  /** Asks the app about a window that the page wants to open. None ever opens: "allow" is not implemented. */
  refuseNewWindow(url: string): void {
    const details = { url, frameName: '', features: '', disposition: 'foreground-tab' };
    if (this.windowOpenHandler?.(details).action !== 'deny')
      console.error(notImplemented(`a new window for ${url}`));
  }

  /** Not before its first request was refused: that request is how the app gets asked (see refuseNewWindow). */
  private async closePopup(popup: Page): Promise<void> {
    await popup.waitForEvent('requestfailed', { timeout: popupAnswerMs }).catch(() => undefined);
    await popup.close().catch(() => undefined); // its page may have ended with the app
  }

  /** True while the app itself loads this address, which asks no navigation guard. */
  isLoading(carriedUrl?: string): boolean {
    return carriedUrl === undefined ? this.loadingUrl !== undefined : this.loadingUrl === carriedUrl;
  }

  /** @throws when the page fails to load, as the promise of Electron's loadURL does */
  async loadURL(url: string): Promise<void> {
    const page = await this.host.opened;
    this.loadingUrl = new URL(toCarried(url)).href;
    try {
      await page.goto(this.loadingUrl, { waitUntil: 'load' });
    } catch (error) {
      if (this.destroyed) return; // closed while it loaded: nobody waits for it
      this.emit('did-fail-load', makeEvent({}), -2, String(error), url, true);
      throw error;
    } finally {
      this.loadingUrl = undefined;
    }
  }

  reload(): void {
    const page = this.host.page;
    this.loadingUrl = page?.url();
    void page?.reload().finally(() => {
      this.loadingUrl = undefined;
    });
  }

  /** A message of the preload: to the window's own listeners first, then to ipcMain. */
  private async receive(message: FromPreload): Promise<void> {
    if (message.kind === 'fault') {
      console.error('electron stand-in: the preload threw:', message.message);
      this.emit('preload-error', makeEvent({}), '', new Error(message.message));
      return;
    }
    const { channel } = message;
    const args = decode<unknown[]>(message.args);
    const event = makeEvent({ sender: this, senderFrame: this.mainFrame, frameId: 1, processId: 1 });
    if (message.kind === 'send') {
      this.ipc.emit(channel, event, ...args);
      ipcMain.emit(channel, event, ...args);
      return;
    }
    try {
      const handler = this.ipc.handlerOf(channel) ?? ipcMain.handlerOf(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      const value = encode(await handler(event, ...args));
      this.host.deliver({ kind: 'answer', id: message.id, value });
    } catch (error) {
      const text = `Error invoking remote method '${channel}': ${error}`;
      this.host.deliver({ kind: 'refusal', id: message.id, message: text });
    }
  }

  /** On A4 unless the page's own `@page` says otherwise, as the options of the app must ask. */
  async printToPDF({
    pageSize,
    printBackground = false,
    preferCSSPageSize = false,
  }: PrintOptions): Promise<Buffer> {
    const page = await this.host.opened;
    return page.pdf({ format: pageSize, printBackground, preferCSSPageSize });
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  /** Marks the contents as gone with their window. */
  markDestroyed(): void {
    this.destroyed = true;
    this.emit('destroyed');
  }

  toggleDevTools(): void {}

  openDevTools(): void {}

  closeDevTools(): void {}

  isDevToolsOpened(): boolean {
    return false;
  }
}

refuseMissingMembers('webContents', WebContents);
