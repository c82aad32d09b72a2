import { refuseMissing } from '../refuse-missing.ts';
import { BrowserWindow } from './browser-window.ts';

interface MessageBoxOptions {
  message?: string;
  cancelId?: number;
}

/** Both forms of call: with the parent window first, or without. */
function optionsOf<T>(first: BrowserWindow | T, second: T | undefined): T | undefined {
  return first instanceof BrowserWindow ? second : first;
}

/**
 * Nobody sits before the stand-in, so each dialog is answered at once by cancelling it. A test that wants
 * another answer replaces the function on `dialog`, as it would in Electron.
 */
export const dialog = refuseMissing('dialog', {
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  async showMessageBox(first: BrowserWindow | MessageBoxOptions, second?: MessageBoxOptions) {
    const options = optionsOf(first, second);
    console.error(`electron stand-in: message box: ${options?.message ?? ''}`);
    return { response: options?.cancelId ?? 0, checkboxChecked: false };
  },
  showErrorBox(title: string, content: string) {
    console.error(`electron stand-in: error box: ${title}: ${content}`);
  },
});
