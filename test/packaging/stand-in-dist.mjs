import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where @electron/fuses looks for the fuses in Electron's executable; a version and a length byte follow. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fusesAsShipped = '100110011';

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Reads nothing after exec, so the fuses may follow as bytes that no shell would understand. */
function executableText(standInFolder) {
  const [hook, packaged] = ['register.cjs', 'packaged.cjs'].map((name) =>
    quote(path.join(standInFolder, name)),
  );
  return [
    '#!/bin/sh',
    'here=$(dirname "$(readlink -f "$0")")',
    `STAND_IN_PACKAGED=1 exec ${quote(process.execPath)} -r ${hook} ${packaged} "$here" "$@"`,
    `# ${fuseSentinel}\x01\x09${fusesAsShipped}`,
    '',
  ].join('\n');
}

/**
 * Writes what electron-builder takes for Electron's release folder; its `electron` runs a packaged app on
 * the stand-in. No default_app.asar: an empty one is an error, and builder removes a real one anyway.
 * @param {string} folder created
 * @param {string} standInFolder where the stand-in was built
 * @param {string} version Electron's version, without v
 */
export async function makeStandInDist(folder, standInFolder, version) {
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  await mkdir(path.join(folder, 'locales'));
  const files = { version, LICENSE: '', 'LICENSES.chromium.html': '', 'locales/en-US.pak': '' };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  await writeFile(path.join(folder, 'electron'), executableText(standInFolder), 'latin1');
  await chmod(path.join(folder, 'electron'), 0o755);
}
