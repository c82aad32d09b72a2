import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface OpensslServer {
  port: number;
  stop(): void;
}

/** A server of OpenSSL that answers each line turned around. */
export async function opensslServer(flags: readonly string[]): Promise<OpensslServer> {
  const child = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', '-rev', ...flags], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    const listen = (part: Buffer) => {
      said += part.toString();
      const found = /^ACCEPT \S+:(\d+)$/m.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`openssl s_server ended: ${said}`)));
  });
  return { port, stop: () => child.kill('SIGKILL') };
}

/** Says a line, waits for it turned around, types the others, and hangs up. @returns what `-msg` printed */
export function opensslTalk(
  port: number,
  keyLog: string,
  flags: readonly string[],
  typed: readonly string[],
): Promise<string> {
  const base = ['s_client', '-connect', `127.0.0.1:${port}`, '-msg', '-msgfile', `${keyLog}.msg`];
  const child = spawn('openssl', [...base, '-keylogfile', keyLog, '-servername', 'localhost', ...flags], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  let answers = ['hello', ...typed.filter((line) => line !== 'K')];
  child.stdin.write('hello\n');
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
    const awaited = answers[0];
    if (awaited === undefined || !said.includes([...awaited].reverse().join(''))) return;
    answers = answers.slice(1);
    if (answers.length === 0) child.stdin.end();
    else typeLines(typed);
  });
  // Each line has to come alone: a command is one only at the beginning of what s_client reads.
  const typeLines = ([line, ...rest]: readonly string[]) => {
    if (line === undefined) return;
    child.stdin.write(`${line}\n`, () => setTimeout(() => typeLines(rest), 50));
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(readFileSync(`${keyLog}.msg`, 'latin1')));
  });
}
