import { homedir } from 'node:os';
import type { Run } from '../../shared/result.ts';
import { RunFiles } from './run-files.ts';
import { runsFolder, settingsFile } from './settings-place.ts';

/**
 * Keeps a run that no window measured among the saved runs, where the windows of this machine list it.
 * @returns the path of its file
 * @throws LabError `run-unwritable`
 */
export async function keepRun(run: Run): Promise<string> {
  const folder = runsFolder(settingsFile(process.env, process.platform, homedir()));
  const files = new RunFiles(folder, () => {});
  return (await files.save(run)).file.path;
}
