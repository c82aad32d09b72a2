import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const listings = {
  '.tar.gz': (file) => execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }),
  '.deb': (file) => execFileSync('dpkg-deb', ['--contents', file], { encoding: 'utf8' }),
};
const wanted = ['tls-cost-lab', 'resources/app.asar', 'resources/app.asar.unpacked/out/roles/'];

/** The menu entry has to name the links that the app opens, and to hand them over (freedesktop.org's Desktop Entry: %U). */
function checkMenuEntry(deb) {
  const maxBuffer = 1024 ** 3;
  const files = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer });
  const name = './usr/share/applications/tls-cost-lab.desktop';
  const entry = execFileSync('tar', ['-xO', name], { input: files, encoding: 'utf8' });
  for (const line of [/^MimeType=(?:.*;)?x-scheme-handler\/tls-cost-lab;/m, /^Exec=.* %U$/m]) {
    if (!line.test(entry)) throw new Error(`${deb}: no line in its menu entry matches ${line}:\n${entry}`);
  }
}

/**
 * Lists the built tar.gz and deb and looks for the executable, the asar and, in the deb, the menu entry, which
 * opens links.
 * @throws Error that names what is missing where
 */
export function checkInstallers(output) {
  const names = Object.entries(listings).map(([ending, list]) => {
    const name = readdirSync(output).find((each) => each.endsWith(ending));
    if (!name) throw new Error(`no ${ending} in the output`);
    const listing = list(path.join(output, name));
    const missing = [...wanted, ...(ending === '.deb' ? ['tls-cost-lab.desktop'] : [])].filter(
      (part) => !listing.includes(part),
    );
    if (missing.length > 0) throw new Error(`${name} lacks ${missing.join(', ')}`);
    if (ending === '.deb') checkMenuEntry(path.join(output, name));
    return name;
  });
  return names.join(', ');
}
