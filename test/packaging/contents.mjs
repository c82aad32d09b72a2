import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { listPackage, statFile } from '@electron/asar';

const isFile = (asar) => (name) => !('files' in statFile(asar, name));

/**
 * @param {string} asar path of an app.asar
 * @returns {{name: string, unpacked: boolean}[]} its files, named from its root
 */
export function filesOfAsar(asar) {
  return listPackage(asar)
    .map((name) => name.slice(1))
    .filter(isFile(asar))
    .map((name) => ({ name, unpacked: statFile(asar, name).unpacked === true }));
}

/** The files below out/ that an app needs: all that was built but source maps and test code. */
export function builtFiles(project) {
  const all = readdirSync(path.join(project, 'out'), { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.endsWith('.map') && !name.startsWith(path.join('out', 'test', path.sep)));
}

/** The files that a page's own HTML loads, as paths below the project. */
export function filesOfPage(project, page) {
  const html = readFileSync(path.join(project, page), 'utf8');
  const loaded = [...html.matchAll(/(?:src|href)="([^"#:]+)"/g)].map(([, file]) => file);
  return loaded.map((file) => path.join(path.dirname(page), file));
}

/** ws tries these and does without. */
const optional = new Set(['bufferutil', 'utf-8-validate']);

/** Modules that a bundle still requires although neither Node nor Electron brings them. */
export function foreignRequires(project, file) {
  const source = readFileSync(path.join(project, file), 'utf8');
  const names = [...source.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
  return names.filter((name) => name !== 'electron' && !isBuiltin(name) && !optional.has(name));
}
