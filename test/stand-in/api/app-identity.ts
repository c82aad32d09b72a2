import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { notImplemented } from '../refuse-missing.ts';

const packageJson = z.object({
  name: z.string().default('Electron'),
  productName: z.string().optional(),
  version: z.string().default('0.0.0'),
});

function folderOfPackage(from: string): string {
  const parent = path.dirname(from);
  return existsSync(path.join(from, 'package.json')) || parent === from ? from : folderOfPackage(parent);
}

/** Name, version and folder of the app that `mainFile` belongs to, from the nearest package.json. */
export function readIdentity(mainFile: string) {
  const folder = folderOfPackage(path.dirname(mainFile));
  const file = path.join(folder, 'package.json');
  const { name, productName, version } = packageJson.parse(
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {},
  );
  return { folder, name: productName ?? name, version };
}

/** The value of --name=value on the command line; '' for a bare --name, undefined without it. */
export function switchValue(name: string): string | undefined {
  const found = process.argv.find((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  return found?.slice(`--${name}=`.length);
}

/** @throws for a name that Electron has and the stand-in has not */
export function defaultPath(name: string, appName: string): string {
  const home = os.homedir();
  const appData = process.env.XDG_CONFIG_HOME ?? path.join(home, '.config');
  const userData = switchValue('user-data-dir') ?? path.join(appData, appName);
  const paths: Record<string, string> = {
    home,
    appData,
    userData,
    sessionData: userData,
    temp: os.tmpdir(),
    exe: process.execPath,
    documents: path.join(home, 'Documents'),
    downloads: path.join(home, 'Downloads'),
    desktop: path.join(home, 'Desktop'),
    logs: path.join(userData, 'logs'),
  };
  const found = paths[name];
  if (found === undefined) throw notImplemented(`app.getPath('${name}')`);
  return found;
}
