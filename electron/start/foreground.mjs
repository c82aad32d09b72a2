import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Ctrl-C reaches this process from the terminal and again from npm, which passes it on: within so long it is one. */
const sameSignalMs = 250;
const parentCheckMs = 1_000;

/**
 * Calls back when npm, or the shell that it runs scripts in, has died without passing the signal on: they do when it is
 * sent to npm alone. Started otherwise, this process may well be meant to outlive its parent.
 */
function watchNpm(onGone) {
  const parent = process.ppid;
  const check = () => process.ppid !== parent && onGone();
  return process.env.npm_lifecycle_event ? setInterval(check, parentCheckMs).unref() : undefined;
}

/**
 * Runs a program in this one's place: its streams, its exit code, and every signal once.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isNode: boolean }} how `isNode`: the program is Node and ends when this process does,
 *   for it sees the channel between the two close
 * @returns {Promise<{ code: number, interrupted: boolean }>} the exit code as a shell gives it (128 + signal)
 */
export function runInForeground(command, args, { env = process.env, isNode }) {
  return new Promise((resolve) => {
    // In a process group of its own the terminal's Ctrl-C doesn't reach it: it gets the one that is passed on here.
    const detached = isNode && process.platform !== 'win32';
    const stdio = isNode ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
    const child = spawn(command, args, { env, stdio, detached });
    const lastAtMs = new Map();
    let interrupted = false;
    const passOn = (signal) => {
      interrupted = true;
      const isRepeat = Date.now() - (lastAtMs.get(signal) ?? 0) < sameSignalMs;
      lastAtMs.set(signal, Date.now());
      // On Windows the console has told the child already, and a kill would be no request but the end.
      if (!isRepeat && process.platform !== 'win32') child.kill(signal);
    };
    for (const signal of passedOn) process.on(signal, passOn);
    const npmWatch = watchNpm(() => {
      clearInterval(npmWatch);
      passOn('SIGTERM');
    });
    const end = (code) => {
      clearInterval(npmWatch);
      for (const signal of passedOn) process.off(signal, passOn);
      resolve({ code, interrupted });
    };
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      end(127);
    });
    child.once('exit', (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
