import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { isReady, startChromium, stopChromium } from '../chromium.ts';
import { refuseMissing, refuseMissingMembers, refuseOtherEvents } from '../refuse-missing.ts';
import { defaultPath, readIdentity, switchValue } from './app-identity.ts';
import { BrowserWindow, windowEvents } from './browser-window.ts';
import { makeEvent } from './event.ts';
import { InstanceLock } from './instance-lock.ts';
import { routeRequest } from './routing.ts';

const fired = ['will-finish-launching', 'ready', 'before-quit', 'will-quit', 'quit', 'window-all-closed'];
const firedToo = ['second-instance', 'web-contents-created', 'browser-window-created', 'activate'];
// What only another system, a crash or the network brings about.
const neverFired = [
  'open-url',
  'open-file',
  'child-process-gone',
  'render-process-gone',
  'certificate-error',
  'login',
];

class App extends EventEmitter {
  readonly isPackaged = process.env.STAND_IN_PACKAGED === '1';
  readonly dock = undefined;
  readonly commandLine = refuseMissing('app.commandLine', {
    appendSwitch() {},
    appendArgument() {},
    hasSwitch: (name: string) => switchValue(name) !== undefined,
    getSwitchValue: (name: string) => switchValue(name) ?? '',
  });
  private readonly identity = readIdentity(process.env.STAND_IN_MAIN ?? process.argv[1] ?? '');
  private readonly paths = new Map<string, string>();
  private readonly lock = new InstanceLock();
  private name = this.identity.name;
  private phase: 'starting' | 'running' | 'quitting' | 'ended' = 'starting';
  private readonly starting: Promise<void>;

  constructor() {
    super();
    refuseOtherEvents('app', this, [...fired, ...firedToo, ...neverFired]);
    // One turn later, so that the main script has run to its end before anything is ready.
    this.starting = new Promise((resolve) => setImmediate(() => void this.start().then(resolve)));
    windowEvents.on('created', (window: BrowserWindow) => {
      this.emit('browser-window-created', makeEvent({}), window);
      this.emit('web-contents-created', makeEvent({}), window.webContents);
    });
    windowEvents.on('closed', () => this.onWindowClosed());
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => this.quit());
  }

  private async start(): Promise<void> {
    if (this.phase === 'ended') return new Promise(() => {}); // a second instance leaves before it is ready
    try {
      const userData = this.getPath('userData');
      mkdirSync(userData, { recursive: true });
      const context = await startChromium(userData);
      await context.route('**/*', (route) =>
        routeRequest(
          route,
          BrowserWindow.getAllWindows().map((window) => window.webContents),
        ),
      );
    } catch (error) {
      console.error(error);
      process.exit(70);
    }
    if (this.phase === 'starting') this.phase = 'running';
    this.emit('will-finish-launching');
    this.emit('ready', makeEvent({}), {});
  }

  private onWindowClosed(): void {
    if (BrowserWindow.getAllWindows().length > 0 || this.phase !== 'running') return;
    if (!this.emit('window-all-closed')) this.quit();
  }

  whenReady = () => this.starting;
  isReady = isReady;

  /** before-quit, then every window's close, then will-quit; each may prevent the rest. */
  quit(): void {
    if (this.phase === 'quitting' || this.phase === 'ended') return;
    const resume = this.phase;
    this.phase = 'quitting';
    if (this.isPrevented('before-quit')) {
      this.phase = resume;
      return;
    }
    for (const window of BrowserWindow.getAllWindows()) window.close();
    if (BrowserWindow.getAllWindows().length > 0 || this.isPrevented('will-quit')) {
      this.phase = resume;
      return;
    }
    this.end(0);
  }

  private isPrevented(name: string): boolean {
    const event = makeEvent({});
    this.emit(name, event);
    return event.defaultPrevented;
  }

  /** Ends without asking anybody. */
  exit(code = 0): void {
    if (this.phase === 'ended') return;
    this.phase = 'quitting';
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.end(code);
  }

  private end(code: number): void {
    this.phase = 'ended';
    this.emit('quit', makeEvent({}), code);
    this.lock.release();
    void stopChromium().finally(() => process.exit(code));
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    const mine = { argv: process.argv, cwd: process.cwd(), additionalData };
    return this.lock.request(this.getPath('userData'), mine, (second) => {
      this.emit('second-instance', makeEvent({}), second.argv, second.cwd, second.additionalData);
    });
  }

  hasSingleInstanceLock = () => this.lock.isHeld();
  releaseSingleInstanceLock = () => this.lock.release();

  enableSandbox(): void {
    if (isReady()) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  disableHardwareAcceleration(): void {}

  getName = () => this.name;
  getVersion = () => this.identity.version;
  getAppPath = () => this.identity.folder;
  getLocale = () => switchValue('lang') ?? 'en-US';
  getSystemLocale = () => this.getLocale();
  getPreferredSystemLanguages = () => [this.getLocale()];

  setName(name: string): void {
    this.name = name;
  }

  getPath(name: string): string {
    return this.paths.get(name) ?? defaultPath(name, this.name);
  }

  setPath(name: string, value: string): void {
    this.paths.set(name, value);
  }

  setAppUserModelId(): void {}

  setAboutPanelOptions(): void {}

  showAboutPanel(): void {}

  setAsDefaultProtocolClient = () => true;
  isDefaultProtocolClient = () => false;
  focus(): void {}
}

refuseMissingMembers('app', App);

export const app = new App();
