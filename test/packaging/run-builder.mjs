import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js');

function run(args, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [builder, ...args], { cwd, env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else
        reject(
          new Error(`electron-builder ended with ${code}:\n${output.split('\n').slice(-25).join('\n')}`),
        );
    });
  });
}

/**
 * Runs electron-builder for Linux with the project's own configuration, changed only in what keeps it
 * offline: Electron comes from `electronDist`, the result goes to `output`.
 * @param {{project: string, config: string, electronDist: string, output: string, targets: string[]}} what
 * @returns {Promise<string>} the unpacked app's folder
 */
export async function runBuilder({ project, config, electronDist, output, targets }) {
  const offline = { extends: config, electronDist, directories: { output } };
  const offlineFile = path.join(path.dirname(output), 'electron-builder.offline.json');
  await writeFile(offlineFile, JSON.stringify(offline));
  // What electron-builder would fetch: 7-Zip for tar.gz, fpm for deb.
  const tools = {
    ELECTRON_BUILDER_7ZIP_PATH: '/usr/bin/7za',
    CUSTOM_FPM_PATH: path.join(import.meta.dirname, 'fpm-by-dpkg.mjs'),
  };
  await run(['--linux', ...targets, '--x64', '--config', offlineFile, '--publish', 'never'], project, tools);
  return path.join(output, 'linux-unpacked');
}
