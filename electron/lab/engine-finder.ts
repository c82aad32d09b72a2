import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EngineState } from '../../shared/engine-state.ts';
import type { EngineDefinition, EngineVersion } from './engines/engine.ts';

const run = promisify(execFile);
const VERSION_TIMEOUT_MS = 5_000;

/** An engine that is there and says which one it is. */
export interface FoundEngine extends EngineVersion {
  readonly file: string;
}

const isAllowed = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );
const isExecutable = (file: string) => isAllowed(file, constants.X_OK);
const isReadable = (file: string) => isAllowed(file, constants.R_OK);

/** Where the PATH leads, and then where systems keep what only administrators start. */
async function onPath(executable: string): Promise<string | undefined> {
  const dirs = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  const names = process.platform === 'win32' ? [`${executable}.exe`] : [executable];
  for (const dir of dirs.filter(Boolean)) {
    for (const name of names) {
      const file = path.join(dir, name);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}

/** Both streams, also of a program that ends with an error: nginx prints its version on stderr. */
async function outputOf(file: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run(file, [...args], { timeout: VERSION_TIMEOUT_MS });
    return `${stdout}\n${stderr}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Tells a program from the one that an update, or another installation, has put in its place. */
async function stampOf(file: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(file);
  return `${file} ${ino} ${size} ${mtimeMs}`;
}

/** Looked for at every call, since it comes in a package of its own. */
async function withModule({ name, tcpInstall }: EngineDefinition, found: FoundEngine): Promise<FoundEngine> {
  const { tcpModule } = found;
  if (tcpModule === undefined || (await isReadable(tcpModule))) return found;
  const tcp =
    `${name} forwards bytes with a module that is not there (${tcpModule}). ${tcpInstall ?? ''}`.trim();
  return { ...found, unable: { ...found.unable, tcp } };
}

/**
 * Engines by their place and version. Every call looks whether they are there, since one may be installed, updated or
 * removed while the lab runs; only the same file isn't asked for its version again.
 */
export class EngineFinder {
  private readonly paths: Readonly<Partial<Record<string, string>>>;
  private readonly byStamp = new Map<string, FoundEngine>();

  /** @param paths where the user says an engine is, by its id */
  constructor(paths: Readonly<Partial<Record<string, string>>>) {
    this.paths = paths;
  }

  /** @returns the engine, or why it can't be used */
  async find(definition: EngineDefinition): Promise<FoundEngine | { reason: string }> {
    if (process.platform !== 'linux')
      return { reason: 'The CPU of a process that is not ours is read from /proc, which only Linux has.' };
    const given = this.paths[definition.id];
    const file = given ?? (await onPath(definition.executable));
    if (file === undefined) return { reason: `No program named ${definition.executable} is on the PATH.` };
    if (!(await isExecutable(file))) return { reason: `${file} is not there or may not be run.` };
    const found = await this.askOrRecall(definition, file);
    return 'reason' in found ? found : withModule(definition, found);
  }

  /** What the user is told of an engine. */
  async state(definition: EngineDefinition): Promise<EngineState> {
    const { id, name, install, limits } = definition;
    const found = await this.find(definition);
    const about = { id, name, install, limits: [...limits] };
    if ('reason' in found) return { ...about, isThere: false, reason: found.reason };
    const { version, tls, file, unable = {} } = found;
    return { ...about, isThere: true, version, tls, file, unable };
  }

  private async askOrRecall(
    definition: EngineDefinition,
    file: string,
  ): Promise<FoundEngine | { reason: string }> {
    const stamp = await stampOf(file);
    const known = this.byStamp.get(stamp);
    if (known !== undefined) return known;
    const outputs = definition.versionArguments.map((args) => outputOf(file, args));
    const output = (await Promise.all(outputs)).join('\n');
    const version = definition.readVersion(output);
    if (version === undefined)
      return { reason: `${file} does not say that it is ${definition.name}: ${output.trim().slice(0, 120)}` };
    const found = { file, ...version };
    this.byStamp.set(stamp, found);
    return found;
  }
}
