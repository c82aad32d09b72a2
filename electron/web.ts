import { homedir } from 'node:os';
import path from 'node:path';
import { createHost } from './host/host.ts';
import { settingsFile } from './host/settings-place.ts';
import { runWeb } from './loopback/run-web.ts';

// The loopback shell: the same window as on the desktop, served to a browser on this machine.
runWeb(process.argv.slice(2), {
  filesDir: path.join(__dirname, '..', 'renderer'),
  openHost: () =>
    createHost({
      rolesDir: path.join(__dirname, '..', 'roles'),
      settingsFile: settingsFile(process.env, process.platform, homedir()),
    }),
}).then(
  // What did not end in time must not keep the process.
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(3);
  },
);
