import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { type Channel, openPeer, type Peer } from '../../shared/channel.ts';
import { LabError } from '../../shared/fault.ts';
import { type Hello, helloSchema } from '../../shared/role-api.ts';

const STDERR_LINES = 20;
const START_TIMEOUT_MS = 15_000;
const KILL_AFTER_MS = 1_000;

/** Electron's executable is Node only when it is told so; Node's own doesn't mind. */
export const asNode = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };

/** How a role ended. */
export interface RoleExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lastStderr: readonly string[];
}

export interface RoleOptions {
  readonly name: string;
  /** Folder of the built roles; the file is `<name>.cjs`. */
  readonly rolesDir: string;
  /** Another Node executable to run the role on. */
  readonly execPath?: string;
  readonly execArgv?: readonly string[];
}

function childChannel(child: ChildProcess): Channel {
  return {
    // Sending to a child that has just died is an error of the call (it never gets an answer), not of this process.
    post: (message) => {
      if (child.connected && typeof message === 'object' && message !== null) child.send(message, () => {});
    },
    on: (listener) => void child.on('message', listener),
    busy: () => false,
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}

/** One forked role, seen from the lab. */
export class RoleProcess {
  readonly name: string;
  readonly exited: Promise<RoleExit>;
  private readonly child: ChildProcess;
  private readonly peer: Peer;
  private readonly stderr: string[] = [];

  private constructor(options: RoleOptions) {
    this.name = options.name;
    this.child = fork(path.join(options.rolesDir, `${options.name}.cjs`), [], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A debugger's flags for this process are not meant for the measured ones.
      execArgv: [...(options.execArgv ?? [])],
      ...(options.execPath === undefined ? {} : { execPath: options.execPath, env: asNode }),
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => this.keepStderr(text));
    this.exited = this.untilExit();
    this.peer = openPeer(childChannel(this.child), {});
  }

  /**
   * Starts a role and waits until it answers.
   * @throws LabError `role-start-failed` with its last stderr lines
   */
  static async start(options: RoleOptions): Promise<{ role: RoleProcess; hello: Hello }> {
    const role = new RoleProcess(options);
    const failed = (reason: string, lastStderr: readonly string[]) =>
      new LabError({
        code: 'role-start-failed',
        message: `The ${options.name} process did not start: ${reason}.`,
        role: options.name,
        lastStderr: [...lastStderr],
      });
    const timeout = new AbortController();
    const answer = role.call('hello').then((hello) => helloSchema.parse(hello));
    const died = role.exited.then((exit) => {
      throw failed(`it ended with ${exit.signal ?? `code ${exit.code}`}`, exit.lastStderr);
    });
    const late = new Promise<never>((_, reject) => {
      const timer = setTimeout(
        () => reject(failed('it gave no answer in time', role.stderr)),
        START_TIMEOUT_MS,
      );
      timeout.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    try {
      return { role, hello: await Promise.race([answer, died, late]) };
    } catch (error) {
      role.kill();
      throw error instanceof LabError && error.fault.code === 'role-start-failed'
        ? error
        : await role.exited.then((exit) =>
            failed(`it ended with ${exit.signal ?? `code ${exit.code}`}`, exit.lastStderr),
          );
    } finally {
      timeout.abort();
      died.catch(() => {});
    }
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Calls a function of the role; rejects when it ends before it answers. */
  call(name: string, ...args: unknown[]): Promise<unknown> {
    return this.peer.call(name, ...args);
  }

  /** Asks the role to end; one that doesn't within a second is killed. */
  async stop(): Promise<void> {
    this.peer.close();
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), KILL_AFTER_MS);
    await this.exited;
    clearTimeout(timer);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private untilExit(): Promise<RoleExit> {
    const { child } = this;
    // Not the child's 'close': Node doesn't emit it once this side has disconnected. Stderr's own end tells that the
    // last words are in.
    const said = new Promise<void>((resolve) => {
      if (child.stderr === null) resolve();
      else child.stderr.once('close', resolve);
    });
    const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once('exit', (code, signal) => resolve([code, signal]));
      child.once('error', (error) => {
        this.keepStderr(error.message);
        if (child.pid === undefined) resolve([null, null]);
      });
    });
    return Promise.all([ended, said]).then(([[code, signal]]) => {
      this.peer.close();
      return { code, signal, lastStderr: this.stderr.slice() };
    });
  }

  private keepStderr(text: string): void {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    this.stderr.push(...lines.map((line) => line.slice(0, 500)));
    this.stderr.splice(0, Math.max(0, this.stderr.length - STDERR_LINES));
  }
}
