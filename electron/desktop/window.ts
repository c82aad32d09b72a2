import { BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import type { Channel } from '../../shared/channel.ts';
import { isOwnFrame } from './guard.ts';
import { linkPage } from './ipc-channel.ts';
import { ipcChannelName } from './ipc-words.ts';
import { pageAddress } from './protocol.ts';
import { reloadLimit } from './reload-limit.ts';
import { choosePlace, keepPlace, readPlace, smallestSize } from './window-place.ts';

/** Shown until the page draws: its own ground (renderer/style/theme.css), so that nothing flashes. */
const ground = { light: '#eef1f5', dark: '#0e141b' } as const;

export interface WindowOptions {
  /** Absolute path of the built preload. */
  readonly preload: string;
  /** Where the window's place is kept. */
  readonly placeFile: string;
  readonly hasDevTools: boolean;
  /** Serves a page over its channel; the function that it returns ends that. */
  readonly serve: (channel: Channel) => () => void;
}

function createWindow({ preload, placeFile, hasDevTools }: WindowOptions): BrowserWindow {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id);
  const { maximised, ...bounds } = choosePlace(readPlace(placeFile), [
    primary.workArea,
    ...others.map((display) => display.workArea),
  ]);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: false,
    title: 'TLS Cost Lab',
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      // It would fetch dictionaries from the network.
      spellcheck: false,
      devTools: hasDevTools,
    },
  });
  window.once('ready-to-show', () => {
    if (maximised) window.maximize();
    window.show();
  });
  keepPlace(window, placeFile);
  return window;
}

/** Opens the window on the built renderer and serves whatever page it shows, also after a reload or a crash. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const window = createWindow(options);
  const contents = window.webContents;
  const page = linkPage((text) => {
    if (!contents.isDestroyed()) contents.send(ipcChannelName, text);
  }, options.serve);
  contents.ipc.on(ipcChannelName, (event, given: unknown) => {
    if (isOwnFrame(event.senderFrame, contents.mainFrame)) page.receive(given);
  });
  const mayReload = reloadLimit(Date.now);
  contents.on('render-process-gone', (_event, { reason }) => {
    page.end();
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    if (mayReload()) return contents.reload();
    dialog.showErrorBox('TLS Cost Lab', `The window's page keeps crashing (${reason}), so the app ends.`);
    window.close();
  });
  window.on('closed', page.end);
  window.loadURL(pageAddress).catch((error: unknown) => {
    if (!window.isDestroyed())
      dialog.showErrorBox('TLS Cost Lab', `The window could not be drawn: ${String(error)}`);
  });
  return window;
}

/** Brings the window to the front, as a second start of the app does. */
export function bringToFront(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
