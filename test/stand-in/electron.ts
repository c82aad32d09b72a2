import { app } from './api/app.ts';
import { BrowserWindow } from './api/browser-window.ts';
import { clipboard, screen, shell } from './api/desktop.ts';
import { dialog } from './api/dialog.ts';
import { ipcMain } from './api/ipc-main.ts';
import { Menu, MenuItem } from './api/menu.ts';
import { nativeImage } from './api/native-image.ts';
import { nativeTheme } from './api/native-theme.ts';
import { protocol } from './api/protocol.ts';
import { session } from './api/session.ts';
import { serveDriver } from './driver.ts';
import { refuseMissing } from './refuse-missing.ts';

/** What `require('electron')` gives the app's main script here. */
export const electron = refuseMissing('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  protocol,
  screen,
  session,
  shell,
});

serveDriver(electron, app);
