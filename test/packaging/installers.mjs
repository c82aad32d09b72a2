import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const listings = {
  '.tar.gz': (file) => execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }),
  '.deb': (file) => execFileSync('dpkg-deb', ['--contents', file], { encoding: 'utf8' }),
};
const wanted = ['tls-cost-lab', 'resources/app.asar', 'resources/app.asar.unpacked/out/roles/'];

/**
 * Lists the built tar.gz and deb and looks for the executable, the asar and, in the deb, the menu entry.
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
    return name;
  });
  return names.join(', ');
}
