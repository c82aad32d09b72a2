import path from 'node:path';

/**
 * Where the settings are kept when no desktop shell says so, by each system's own custom.
 * @param env TLS_COST_LAB_SETTINGS names another file
 * @param home the user's home folder
 */
export function settingsFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  const named = env.TLS_COST_LAB_SETTINGS;
  if (named) return named;
  const folder =
    platform === 'win32'
      ? (env.APPDATA ?? path.join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? path.join(home, 'Library', 'Application Support')
        : (env.XDG_CONFIG_HOME ?? path.join(home, '.config'));
  return path.join(folder, 'tls-cost-lab', 'settings.json');
}

/** Where the saved runs are kept: beside the settings, so the same folder for every shell that shares these. */
export const runsFolder = (settings: string): string => path.join(path.dirname(settings), 'runs');
