import type { MenuItemConstructorOptions } from 'electron';
import type { Phase } from '../../shared/api.ts';
import type { Language } from '../../shared/units.ts';
import { type MenuTexts, menuTexts } from './menu-texts.ts';

/** All that the menu's looks depend on. */
export interface MenuState {
  readonly language: Language;
  readonly isActive: boolean;
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
}

export interface MenuActions {
  start(): void;
  stop(): void;
  about(): void;
}

/** Whether there is something to stop. */
export function isActive(phase: Phase): boolean {
  switch (phase.kind) {
    case 'preparing':
    case 'running':
    case 'suite':
    case 'handshake-lab':
    case 'recovering':
      return true;
    case 'idle':
    case 'failed':
      return false;
  }
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

function appMenu(texts: MenuTexts, about: () => void): MenuItemConstructorOptions {
  return {
    label: 'TLS Cost Lab',
    submenu: [
      { id: 'about', label: texts.about, click: about },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { id: 'quit', role: 'quit', label: texts.quit },
    ],
  };
}

function editMenu(texts: MenuTexts): MenuItemConstructorOptions {
  return {
    label: texts.edit,
    submenu: [
      { role: 'undo', label: texts.undo },
      { role: 'redo', label: texts.redo },
      separator,
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: texts.copy },
      { role: 'paste', label: texts.paste },
      { role: 'selectAll', label: texts.selectAll },
    ],
  };
}

function viewMenu(texts: MenuTexts, isPackaged: boolean): MenuItemConstructorOptions {
  const forDevelopers: MenuItemConstructorOptions[] = [
    separator,
    { id: 'reload', role: 'reload', label: texts.reload },
    { id: 'dev-tools', role: 'toggleDevTools', label: texts.devTools },
  ];
  return {
    label: texts.view,
    submenu: [
      { role: 'zoomIn', label: texts.zoomIn },
      { role: 'zoomOut', label: texts.zoomOut },
      { role: 'resetZoom', label: texts.resetZoom },
      { role: 'togglefullscreen', label: texts.fullScreen },
      ...(isPackaged ? [] : forDevelopers),
    ],
  };
}

/** The native menu as data. */
export function menuTemplate(state: MenuState, actions: MenuActions): MenuItemConstructorOptions[] {
  const texts = menuTexts[state.language];
  const isMac = state.platform === 'darwin';
  const run: MenuItemConstructorOptions = {
    id: 'run',
    label: state.isActive ? texts.stop : texts.start,
    click: state.isActive ? actions.stop : actions.start,
    accelerator: 'CmdOrCtrl+Enter',
    // The page hears this key itself: it is shown here, and acted on once.
    registerAccelerator: false,
  };
  const file = { label: texts.file, submenu: [{ id: 'quit', role: 'quit', label: texts.quit } as const] };
  const help = { label: texts.help, submenu: [{ id: 'about', label: texts.about, click: actions.about }] };
  return [
    isMac ? appMenu(texts, actions.about) : file,
    editMenu(texts),
    { label: texts.run, submenu: [run] },
    viewMenu(texts, state.isPackaged),
    ...(isMac ? [] : [help]),
  ];
}
