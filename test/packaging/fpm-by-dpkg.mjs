#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Does for electron-builder what fpm does for `-s dir -t deb`, with dpkg-deb: Debian has no fpm package. */
const bareFlags = new Set(['--force']);

function parse(args) {
  const options = new Map();
  const sources = [];
  for (let at = 0; at < args.length; at++) {
    if (bareFlags.has(args[at])) continue;
    if (args[at].startsWith('-')) {
      const name = args[at].replace(/^-+/, '');
      options.set(name, [...(options.get(name) ?? []), args[++at]]);
    } else sources.push(args[at]);
  }
  return { sources, all: (name) => options.get(name) ?? [], one: (name) => options.get(name)?.[0] };
}

/** A source is written from=to; the last = parts them. */
function copySources(sources, root) {
  for (const source of sources) {
    const at = source.lastIndexOf('=');
    const target = path.join(root, source.slice(at + 1));
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(source.slice(0, at), target, { recursive: true, verbatimSymlinks: true });
  }
}

function controlText({ all, one }) {
  const [summary, ...rest] = (one('description') ?? one('name')).trim().split('\n');
  const fields = {
    Package: one('name'),
    Version: one('version'),
    Architecture: one('architecture'),
    Maintainer: one('maintainer'),
    Depends: all('d').join(', '),
    Recommends: all('deb-recommends').join(', '),
    Homepage: one('url'),
    Priority: 'optional',
    Description: [summary, ...rest.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  };
  const present = Object.entries(fields).filter(([, value]) => value);
  return present.map(([name, value]) => `${name}: ${value}\n`).join('');
}

const options = parse(process.argv.slice(2));
if (options.one('s') !== 'dir' || options.one('t') !== 'deb')
  throw new Error('fpm-by-dpkg makes a deb from folders only');
const root = mkdtempSync(path.join(os.tmpdir(), 'fpm-by-dpkg-'));
chmodSync(root, 0o755); // it becomes the package's /
copySources(options.sources, root);
const control = path.join(root, 'DEBIAN');
mkdirSync(control);
writeFileSync(path.join(control, 'control'), controlText(options));
for (const [option, name] of Object.entries({ 'after-install': 'postinst', 'after-remove': 'postrm' })) {
  if (!options.one(option)) continue;
  copyFileSync(options.one(option), path.join(control, name));
  chmodSync(path.join(control, name), 0o755);
}
execFileSync('dpkg-deb', [
  '--root-owner-group',
  '-Zgzip',
  '--build',
  root,
  options.one('package') ?? options.one('p'),
]);
rmSync(root, { recursive: true, force: true });
