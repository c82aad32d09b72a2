import { toFault } from '../../shared/fault.ts';
import type { OpenHost } from '../host/host-interface.ts';
import { serveClient } from '../host/serve-client.ts';
import { parseStartFlags, startUsage } from '../start/flags.mjs';
import { type Loopback, listenOnLoopback } from './http-server.ts';
import { canOpenBrowser, openBrowser } from './open-browser.ts';

/** What takes longer to end than this is left to the system. */
const endWithinMs = 3_000;
/** A lab whose processes have not come up by then is not going to. */
const openWithinMs = 30_000;

const say = (line: string) => process.stderr.write(`${line}\n`);

export interface WebShell {
  /** Folder of the built renderer. */
  readonly filesDir: string;
  openHost(): Promise<OpenHost>;
}

function whyNoPort(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = 'choose another with --port N, or leave it out for any free one';
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program: ${other}.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user: ${other}.`;
  const { message, lastStderr = [] } = toFault(error);
  return [`TLS Cost Lab can't start: ${message}`, ...lastStderr.map((line) => `  ${line}`)].join('\n');
}

/** Resolves with the first reason to end: a signal, or the program that started this one has gone. */
function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
    if (process.channel) process.on('disconnect', () => resolve());
  });
}

const withinMs = (work: Promise<unknown>, ms: number) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);

/** The host, or undefined if the end is asked for first. */
async function opened<H>(host: Promise<H>, end: Promise<void>): Promise<H | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const seconds = openWithinMs / 1000;
    timer = setTimeout(() => reject(new Error(`the lab was not ready within ${seconds} s`)), openWithinMs);
  });
  return Promise.race([host, end.then(() => undefined), late]).finally(() => clearTimeout(timer));
}

/**
 * The loopback shell: opens the host, serves the page, prints its address, opens the browser, and ends with all of it.
 * @param argv flags of `npm start`
 * @returns the exit code: 0 ended as asked, 2 bad usage, 3 could not serve
 */
export async function runWeb(argv: readonly string[], shell: WebShell): Promise<0 | 2 | 3> {
  const flags = parseStartFlags(argv);
  if (flags.kind === 'help') {
    process.stdout.write(startUsage);
    return 0;
  }
  if (flags.kind !== 'window') {
    say(flags.kind === 'bad' ? flags.message : '--terminal: only npm start knows it');
    return 2;
  }
  const end = askedToEnd();
  let host: Awaited<ReturnType<WebShell['openHost']>> | undefined;
  let page: Loopback | undefined;
  let entered = () => {};
  try {
    const ready = await opened(shell.openHost(), end);
    if (!ready) return 0;
    host = ready;
    if (flags.link !== undefined) await ready.openLink(flags.link);
    page = await listenOnLoopback({
      filesDir: shell.filesDir,
      port: flags.port ?? 0,
      onClient: (channel) => serveClient(ready, channel),
      onEntry: () => entered(),
    });
  } catch (error) {
    say(whyNoPort(error, flags.port ?? 0));
    if (host) await withinMs(host.dispose(), endWithinMs);
    return 3;
  }
  process.stdout.write(`TLS Cost Lab: ${page.address}\nCtrl-C stops it.\n`);
  if (flags.open && canOpenBrowser(process.platform, process.env)) {
    // Without a browser, or a place for its file, the printed address remains: that is no failure of the lab.
    entered = await openBrowser(page.address).catch(() => () => {});
  }
  await end;
  entered();
  await withinMs(Promise.all([page.close(), host.dispose()]), endWithinMs);
  return 0;
}
