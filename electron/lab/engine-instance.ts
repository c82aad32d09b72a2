import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LabError } from '../../shared/fault.ts';
import type { ProxyListenSpec } from '../../shared/role-api.ts';
import { accepts } from './accepts.ts';
import type { FoundEngine } from './engine-finder.ts';
import { writePems } from './engine-pems.ts';
import { type EngineTask, engineSpec } from './engine-spec.ts';
import { fillConfig } from './engine-template.ts';
import type { EngineDefinition } from './engines/engine.ts';
import { freePort } from './free-port.ts';
import type { Keeper, KeptEngine } from './keeper.ts';
import { ProcessTree } from './process-tree.ts';
import { refusesStrangers } from './stranger-probe.ts';
import { ToldHandshakes } from './told-handshakes.ts';

const READY_TIMEOUT_MS = 10_000;
const READY_POLL_MS = 20;
/** A port may be taken between the choice and the engine's own bind. */
const PORT_TRIES = 3;

/** A real engine with one listener, running. */
export interface EngineInstance {
  readonly port: number;
  readonly pid: number;
  readonly tree: ProcessTree;
  readonly exited: KeptEngine['exited'];
  /** What it tells of its handshakes; absent where its clients are of the lab's own, and count them. */
  readonly handshakes: ToldHandshakes | undefined;
  stop(): Promise<void>;
}

export interface EngineStart {
  readonly definition: EngineDefinition;
  readonly found: FoundEngine;
  readonly keeper: Keeper;
  readonly spec: ProxyListenSpec;
  readonly workers: number;
  /** A configuration of the user's own, with named places, in place of the generated one. */
  readonly ownConfig: string | undefined;
}

/** @returns why it isn't ready, when it has ended or doesn't listen in time */
async function obstacleToReady(port: number, kept: KeptEngine): Promise<string | undefined> {
  let how: string | undefined;
  void kept.exited.then(({ code, signal }) => {
    how = `it ended with ${signal ?? `code ${code}`}`;
  });
  const giveUpMs = performance.now() + READY_TIMEOUT_MS;
  while (!(await accepts(port))) {
    if (how !== undefined) return how;
    if (performance.now() > giveUpMs)
      return `it did not listen on its port within ${READY_TIMEOUT_MS / 1000} s`;
    await sleep(READY_POLL_MS);
  }
  return undefined;
}

/** @throws LabError `role-start-failed` with what it wrote, once it is gone */
async function untilReady({ id, name }: EngineDefinition, port: number, kept: KeptEngine): Promise<void> {
  const obstacle = await obstacleToReady(port, kept);
  if (obstacle === undefined) return;
  await kept.stop();
  const { lastStderr } = await kept.exited;
  throw new LabError({
    code: 'role-start-failed',
    message: `${name} did not start: ${obstacle}.`,
    role: id,
    lastStderr,
  });
}

/** What a listener is asked to do: one that has an authority for clients demands their certificates. */
const taskOf = ({ protocol, layer, tls, upstream }: ProxyListenSpec): EngineTask => ({
  protocol,
  layer,
  tls: tls && { ...tls, mutual: tls.clientCaPem !== undefined },
  upstream: { tls: upstream.tls && { ...upstream.tls, mutual: upstream.tls.own !== undefined } },
});

/** @throws LabError `bad-config` when it serves a client without a certificate where it must demand one; it is then gone */
async function assertMutual(
  { name, id }: EngineDefinition,
  port: number,
  { tls }: ProxyListenSpec,
): Promise<void> {
  if (tls?.clientCaPem === undefined) return;
  const isRefused = await refusesStrangers(port, { caPem: tls.clientCaPem, version: tls.version });
  if (isRefused) return;
  throw new LabError({
    code: 'bad-config',
    message: `${name} answered a client that showed no certificate, where mutual TLS was asked for. Let its configuration demand one that the authority in {{dir}}/client-ca.pem has signed.`,
    field: 'engineConfig',
    role: id,
  });
}

async function launch(start: EngineStart, dir: string): Promise<EngineInstance> {
  const { definition, found, keeper } = start;
  const port = await freePort();
  const { workers } = start;
  const place = {
    listenPort: port,
    upstreamPort: start.spec.upstream.port,
    dir,
    workers,
    version: found.version,
    tcpModule: found.tcpModule,
  };
  const spec = engineSpec(taskOf(start.spec), place);
  await writePems(spec, start.spec);
  const configFile = path.join(dir, definition.configName);
  const { ownConfig } = start;
  await writeFile(
    configFile,
    ownConfig === undefined ? definition.configure(spec) : fillConfig(ownConfig, spec),
  );
  const kept = await keeper.run({
    file: found.file,
    args: definition.runArguments(configFile, spec),
    dir,
    env: definition.environment?.(spec) ?? {},
    stopSignal: definition.stopSignal,
  });
  await untilReady(definition, port, kept);
  try {
    await assertMutual(definition, port, start.spec);
  } catch (error) {
    await kept.stop();
    throw error;
  }
  const { pid, exited } = kept;
  const source = spec.tls?.clientCaFile === undefined ? undefined : definition.handshakes?.(dir);
  const handshakes = source && new ToldHandshakes(definition, source);
  return { port, pid, tree: new ProcessTree(pid), exited, handshakes, stop: () => kept.stop() };
}

const isPortTaken = (error: unknown): boolean =>
  error instanceof LabError &&
  (error.fault.lastStderr ?? []).some((line) => /address already in use|cannot bind/i.test(line));

/**
 * Starts a real engine with one listener. Its files, keys among them, lie in a directory of mode 0700, which the keeper
 * removes when it has ended.
 * @throws LabError `role-start-failed` with the engine's own last lines
 */
export async function startEngine(start: EngineStart): Promise<EngineInstance> {
  for (let attempt = 1; ; attempt++) {
    // mkdtemp makes the directory with mode 0700 (mkdtemp(3)).
    const dir = await mkdtemp(path.join(os.tmpdir(), `tls-cost-lab-${start.definition.id}-`));
    try {
      return await launch(start, dir);
    } catch (error) {
      await rm(dir, { recursive: true, force: true });
      if (attempt === PORT_TRIES || !isPortTaken(error)) throw error;
    }
  }
}
