import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractAll } from '@electron/asar';
import { z } from 'zod';

/**
 * `node -r register.cjs packaged.cjs <folder of the executable> …`: what the executable of a packaged app
 * runs. Node cannot read inside an asar, so it is unpacked to a temporary folder that keeps the name
 * app.asar; nothing outside it can be loaded from there, and what the asar lacks is missed.
 */
const packageJson = z.object({ main: z.string() });
const [, , packagedFolder = '', ...args] = process.argv;
const temporary = mkdtempSync(path.join(os.tmpdir(), 'stand-in-packaged-'));
const appFolder = path.join(temporary, 'app.asar');
mkdirSync(appFolder);
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

const resources = path.join(packagedFolder, 'resources');
Object.assign(process, { resourcesPath: resources });
// A dangling link when nothing was left unpacked, which is then found out by whoever needs it.
symlinkSync(path.join(resources, 'app.asar.unpacked'), `${appFolder}.unpacked`);
extractAll(path.join(resources, 'app.asar'), appFolder);
const { main } = packageJson.parse(JSON.parse(readFileSync(path.join(appFolder, 'package.json'), 'utf8')));
const mainFile = path.join(appFolder, main);
process.env.STAND_IN_MAIN = mainFile;
process.argv = [process.execPath, ...args];
require(mainFile);
