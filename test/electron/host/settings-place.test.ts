import { expect, test } from 'vitest';
import { settingsFile } from '../../../electron/host/settings-place.ts';

test("settings lie where each system's programs keep theirs", () => {
  expect(settingsFile({}, 'linux', '/home/me')).toBe('/home/me/.config/tls-cost-lab/settings.json');
  expect(settingsFile({ XDG_CONFIG_HOME: '/x' }, 'linux', '/home/me')).toBe('/x/tls-cost-lab/settings.json');
  expect(settingsFile({}, 'darwin', '/Users/me')).toBe(
    '/Users/me/Library/Application Support/tls-cost-lab/settings.json',
  );
  expect(settingsFile({ APPDATA: '/r' }, 'win32', '/u')).toBe('/r/tls-cost-lab/settings.json');
});

test('TLS_COST_LAB_SETTINGS names another file', () => {
  expect(settingsFile({ TLS_COST_LAB_SETTINGS: '/tmp/s.json' }, 'linux', '/home/me')).toBe('/tmp/s.json');
});
