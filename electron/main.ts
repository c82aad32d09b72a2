import path from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme, protocol, session, shell } from 'electron';
import type { Status } from '../shared/api.ts';
import { toFault } from '../shared/fault.ts';
import { endWithLab } from './desktop/ending.ts';
import { denyPermissions, keepInPlace } from './desktop/guard.ts';
import { menuOf } from './desktop/menu.ts';
import { answerReport, printPdf } from './desktop/print-pdf.ts';
import { answerPage, appScheme } from './desktop/protocol.ts';
import { saveByDialog } from './desktop/save-dialog.ts';
import { hearLinks } from './desktop/settings-links.ts';
import { bringToFront, openWindow } from './desktop/window.ts';
import { createHost } from './host/host.ts';
import type { OpenHost } from './host/host-interface.ts';
import { serveClient } from './host/serve-client.ts';

// The desktop shell: one window over one lab.

const built = (...names: string[]) => path.join(__dirname, '..', ...names);
const inUserData = (name: string) => path.join(app.getPath('userData'), name);

let window: BrowserWindow | undefined;

function openHost(): Promise<OpenHost> {
  const saveFile = saveByDialog(
    (options) => (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options)),
    app.getPath('downloads'),
  );
  return createHost({
    rolesDir: built('roles'),
    settingsFile: process.env.TLS_COST_LAB_SETTINGS ?? inUserData('settings.json'),
    saveFile,
    revealFile: (file) => shell.showItemInFolder(file),
    printPdf,
  });
}

function secure(): void {
  denyPermissions(session.defaultSession);
  app.on('web-contents-created', (_event, contents) => keepInPlace(contents));
  protocol.handle('app', (request) => answerReport(request) ?? answerPage(request, built('renderer')));
}

/** Theme and menu follow the lab's status. */
async function follow(host: OpenHost): Promise<void> {
  const showInMenu = menuOf(host.calls);
  const show = (status: Status) => {
    nativeTheme.themeSource = status.preferences.theme;
    showInMenu(status);
  };
  host.subscribe((event) => {
    if (event.kind === 'status') show(event.status);
  });
  show((await host.calls.snapshot()).status);
}

function sayWhyNot(error: unknown): void {
  const { message, lastStderr = [] } = toFault(error);
  dialog.showErrorBox('TLS Cost Lab could not start', [message, ...lastStderr].join('\n'));
  app.exit(3);
}

async function run(): Promise<void> {
  // The lab's processes start while Electron does.
  const opening = openHost();
  opening.catch(() => {});
  endWithLab(app, async () => (await opening).dispose());
  app.on('second-instance', () => bringToFront(window));
  hearLinks(app, (link) => {
    bringToFront(window);
    // A lab that could not open is told of below.
    opening.then(
      (host) => host.openLink(link),
      () => {},
    );
  });
  await app.whenReady();
  secure();
  app.setAboutPanelOptions({ applicationName: 'TLS Cost Lab', applicationVersion: app.getVersion() });
  try {
    const host = await opening;
    await follow(host);
    window = openWindow({
      preload: built('preload', 'preload.cjs'),
      placeFile: inUserData('window.json'),
      hasDevTools: !app.isPackaged,
      serve: (channel) => serveClient(host, channel),
    });
  } catch (error) {
    sayWhyNot(error);
  }
}

app.enableSandbox();
protocol.registerSchemesAsPrivileged([appScheme]);
if (app.requestSingleInstanceLock()) void run();
else app.quit();
