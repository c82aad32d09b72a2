import { describe, expect, it, vi } from 'vitest';
import { isActive, type MenuState, menuTemplate } from '../../electron/desktop/menu-template.ts';
import { menuLanguage } from '../../electron/desktop/menu-texts.ts';

const state: MenuState = { language: 'en', isActive: false, isPackaged: true, platform: 'linux' };
const actions = () => ({ start: vi.fn(), stop: vi.fn(), about: vi.fn() });

const itemsOf = (change: Partial<MenuState>) =>
  menuTemplate({ ...state, ...change }, actions()).flatMap(({ submenu }) =>
    Array.isArray(submenu) ? submenu : [],
  );

describe('the menu', () => {
  it('starts what stands still and stops what runs', () => {
    const runItem = (change: Partial<MenuState>) => itemsOf(change).find(({ id }) => id === 'run');
    expect(runItem({})?.label).toBe('Start Measuring');
    expect(runItem({ isActive: true })?.label).toBe('Stop Measuring');
  });

  it('leaves the key of Start and Stop to the page, which hears it too', () => {
    expect(itemsOf({}).find(({ id }) => id === 'run')).toMatchObject({
      accelerator: 'CmdOrCtrl+Enter',
      registerAccelerator: false,
    });
  });

  it('offers nothing for developers in a packaged app', () => {
    const roles = (isPackaged: boolean) => itemsOf({ isPackaged }).map(({ role }) => role);
    expect(roles(true)).not.toContain('toggleDevTools');
    expect(roles(true)).not.toContain('reload');
    expect(roles(false)).toEqual(expect.arrayContaining(['toggleDevTools', 'reload']));
  });

  it.each(['linux', 'darwin', 'win32'] as const)('has one Quit and one About on %s', (platform) => {
    const ids = itemsOf({ platform }).map(({ id }) => id);
    expect(ids.filter((id) => id === 'quit' || id === 'about').sort()).toEqual(['about', 'quit']);
  });

  it('speaks Vietnamese', () => {
    expect(itemsOf({ language: 'vi' }).find(({ id }) => id === 'run')?.label).toBe('Bắt đầu đo');
  });
});

it.each([
  ['vi', ['en-US'], 'vi'],
  ['en', ['vi-VN'], 'en'],
  ['system', ['de-DE', 'vi-VN', 'en-US'], 'vi'],
  ['system', ['de-DE'], 'en'],
  ['system', [], 'en'],
] as const)('for the preference %s and a system of %j the menu speaks %s', (preferred, system, language) => {
  expect(menuLanguage(preferred, system)).toBe(language);
});

it('what is being restarted can be stopped, what has failed can be started', () => {
  expect(isActive({ kind: 'recovering', role: 'proxy', attempt: 1 })).toBe(true);
  expect(isActive({ kind: 'failed', fault: { code: 'role-gave-up', message: 'x' } })).toBe(false);
});
