import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type EngineNote, type EngineState, engineNote } from '../../shared/engine-state.ts';
import type { EngineDefinition, EngineVersion } from './engines/engine.ts';

const run = promisify(execFile);
const VERSION_TIMEOUT_MS = 5_000;

/** An engine that is there and says which one it is. */
export interface FoundEngine extends EngineVersion {
  readonly file: string;
}

/** Why an engine can't be used. */
interface NotFound {
  readonly reason: EngineNote;
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
async function withModule({ name, tcpPackage }: EngineDefinition, found: FoundEngine): Promise<FoundEngine> {
  const { tcpModule: module } = found;
  if (module === undefined || tcpPackage === undefined || (await isReadable(module))) return found;
  const tcp = engineNote('moduleMissing', { name, module, debian: tcpPackage });
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
  async find(definition: EngineDefinition): Promise<FoundEngine | NotFound> {
    if (process.platform !== 'linux') return { reason: engineNote('linuxOnly') };
    const given = this.paths[definition.id];
    const file = given ?? (await onPath(definition.executable));
    if (file === undefined) return { reason: engineNote('notOnPath', { executable: definition.executable }) };
    if (!(await isExecutable(file))) return { reason: engineNote('notRunnable', { file }) };
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

  private async askOrRecall(definition: EngineDefinition, file: string): Promise<FoundEngine | NotFound> {
    const stamp = await stampOf(file);
    const known = this.byStamp.get(stamp);
    if (known !== undefined) return known;
    const outputs = definition.versionArguments.map((args) => outputOf(file, args));
    const output = (await Promise.all(outputs)).join('\n');
    const said = output.trim().replaceAll(/\s+/g, ' ').slice(0, 120);
    const version = definition.readVersion(output);
    if (version === undefined)
      return { reason: engineNote('notItself', { file, name: definition.name, output: said }) };
    const found = { file, ...version };
    this.byStamp.set(stamp, found);
    return found;
  }
}
