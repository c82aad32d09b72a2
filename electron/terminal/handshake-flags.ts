import type { Command } from 'commander';
import { handshakeCaseIds } from '../../shared/handshake/cases.ts';
import { type HandshakeOptions, handshakeBounds, type NodeFile } from '../../shared/handshake/options.ts';
import { Refusal } from './refusal.ts';
import { listFrom, numberOr } from './typed-values.ts';

export interface HandshakeFlags {
  json?: boolean;
  out?: string;
  only?: string;
  handshakes: string;
  node?: string[];
}

const { min, max, usual } = handshakeBounds;

/** Paths with commas between them, over several uses of the flag. */
const collectPaths = (text: string, known: string[] = []): string[] => [
  ...known,
  ...text.split(',').map((file) => file.trim()),
];

export function addHandshakeFlags(command: Command): Command {
  return command
    .option('--json', 'print the document (tls-cost-lab/handshake@1)')
    .option('--out <file>', 'write the result to a file instead')
    .option('--only <list>', `${handshakeCaseIds.join(', ')}; several with commas (default: all)`)
    .option('--handshakes <n>', 'of each case, one after the other', String(usual))
    .option(
      '--node <list>',
      "other Node.js or Electron executables to measure beside the lab's own, several with commas",
      collectPaths,
    );
}

function handshakesFrom(text: string): number {
  const value = numberOr(text);
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw Refusal.of('--handshakes', JSON.stringify(text), `a whole number from ${min} to ${max}`);
}

function nodesFrom(files: readonly string[] = []): readonly NodeFile[] {
  if (!files.includes('')) return [...new Set(files)].map((file) => ({ file, isNamed: true }));
  throw Refusal.of('--node', '""', 'paths of Node.js executables, with commas between them');
}

/** @throws Refusal */
export function handshakeFrom(flags: HandshakeFlags): {
  options: HandshakeOptions;
  format: 'text' | 'json';
  outFile: string | undefined;
} {
  const { json, out, only, handshakes, node } = flags;
  const cases = only === undefined ? undefined : listFrom('--only', only, handshakeCaseIds);
  return {
    options: { cases, handshakes: handshakesFrom(handshakes), nodes: nodesFrom(node) },
    format: json ? 'json' : 'text',
    outFile: out,
  };
}
