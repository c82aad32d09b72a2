import { execFile, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Why a program can't be used here; undefined when it can. */
export function missing(program: string, ...versionArgs: string[]): string | undefined {
  const { error } = spawnSync(program, versionArgs, { stdio: 'ignore' });
  return error === undefined ? undefined : `${program} is not installed`;
}

const execute = promisify(execFile);

/** @returns what a foreign program prints on stdout; it has to end well */
export async function outputOf(program: string, ...args: string[]): Promise<string> {
  return (await execute(program, args)).stdout;
}

/** @returns what a foreign program prints, stderr too, once it has been given all of its input */
export function answerOf(program: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  const keep = (part: Buffer) => {
    text += part.toString('latin1');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(text));
  });
}
