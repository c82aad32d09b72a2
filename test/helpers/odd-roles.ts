import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rolesDir } from './live-lab.ts';

/**
 * A folder of the built roles, one of which runs some code before it starts: a real process that misbehaves.
 * @param code CommonJS, with `http` and `tls` for Node's modules
 * @returns the folder, and what removes it
 */
export function oddRoles(name: string, code: string): { rolesDir: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-'));
  for (const file of readdirSync(rolesDir)) {
    if (file !== `${name}.cjs`) symlinkSync(path.join(rolesDir, file), path.join(folder, file));
  }
  const preamble = "const http = require('node:http'), tls = require('node:tls');";
  const original = JSON.stringify(path.join(rolesDir, `${name}.cjs`));
  writeFileSync(path.join(folder, `${name}.cjs`), `${preamble}\n${code}\nrequire(${original});\n`);
  return { rolesDir: folder, remove: () => rmSync(folder, { recursive: true }) };
}
