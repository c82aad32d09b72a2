import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const ECHO = `require('node:net').createServer({ noDelay: true }, (near) => near.on('error', () => {}).pipe(near))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
const CROWD = `for (let i = 0; i < process.argv[2]; i++) {
  const far = require('node:net').connect({ port: Number(process.argv[1]), host: '127.0.0.1', noDelay: true });
  far.on('connect', () => far.write('ping')).on('data', () => far.write('ping')).on('error', () => {});
}`;

function runScript(script: string, ...args: readonly number[]): ChildProcess {
  return spawn(process.execPath, ['-e', script, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export interface Echo {
  readonly port: number;
  stop(): void;
}

/** A process that sends back what comes. */
export async function startEcho(): Promise<Echo> {
  const child = runScript(ECHO);
  if (child.stdout === null) throw new Error('The echo has a pipe for its port.');
  const [data] = await once(child.stdout, 'data');
  return { port: Number(String(data)), stop: () => void child.kill('SIGKILL') };
}

/** A process whose connections all ask at once and ask again when answered, until it is stopped. */
export function startCrowd(port: number, connections: number): { stop(): void } {
  const child = runScript(CROWD, port, connections);
  return { stop: () => void child.kill('SIGKILL') };
}
