import { app, dialog, Menu } from 'electron';
import type { HostCalls, Status } from '../../shared/api.ts';
import { toFault } from '../../shared/fault.ts';
import { isActive, type MenuState, menuTemplate } from './menu-template.ts';
import { menuLanguage } from './menu-texts.ts';

/**
 * Makes the native menu follow the lab: what it says depends on language and phase, what it does are the host's calls.
 * @returns takes each new status
 */
export function menuOf(calls: Pick<HostCalls, 'start' | 'stop'>): (status: Status) => void {
  const say = (error: unknown) => dialog.showErrorBox('TLS Cost Lab', toFault(error).message);
  const actions = {
    start: () => void calls.start().catch(say),
    stop: () => void calls.stop().catch(say),
    about: () => app.showAboutPanel(),
  };
  let shown = '';
  return ({ phase, preferences }) => {
    const state: MenuState = {
      language: menuLanguage(preferences.language, app.getPreferredSystemLanguages()),
      isActive: isActive(phase),
      isPackaged: app.isPackaged,
      platform: process.platform,
    };
    // A new menu closes the one that is open just now, and a status comes with every slice.
    const wanted = JSON.stringify(state);
    if (wanted === shown) return;
    shown = wanted;
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, actions)));
  };
}
