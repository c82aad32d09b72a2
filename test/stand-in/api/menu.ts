import { refuseMissingMembers } from '../refuse-missing.ts';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';

interface ItemOptions {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  accelerator?: string;
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  submenu?: ItemOptions[] | Menu;
  click?: (item: MenuItem, window: BrowserWindow | undefined, event: object) => void;
}

/** The roles that do something without a native menu; the others are only kept. */
const roleActions: Record<string, (window: BrowserWindow | null) => void> = {
  quit: () => app.quit(),
  close: (window) => window?.close(),
  minimize: (window) => window?.minimize(),
  reload: (window) => window?.reload(),
  togglefullscreen: (window) => window?.setFullScreen(!window.isFullScreen()),
};

export class MenuItem {
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly click: () => void;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;

  constructor(options: ItemOptions) {
    const { submenu, label, role, type } = options;
    if (label === undefined && role === undefined && type !== 'separator') {
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
    }
    this.id = options.id;
    this.role = role?.toLowerCase();
    this.type = type ?? (submenu ? 'submenu' : 'normal');
    this.accelerator = options.accelerator;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu;
    this.label = label ?? role ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.click = () => this.act(options.click);
  }

  private act(click: ItemOptions['click']): void {
    if (!this.enabled) return;
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.type === 'radio') this.checked = true;
    const window = BrowserWindow.getFocusedWindow();
    if (this.role !== undefined) roleActions[this.role]?.(window);
    else click?.(this, window ?? undefined, {});
  }
}

export class Menu {
  private static ofApp: Menu | null = null;
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: (ItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.ofApp = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.ofApp;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

refuseMissingMembers('MenuItem', MenuItem);
refuseMissingMembers('Menu', Menu);
