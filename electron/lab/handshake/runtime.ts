import { z } from 'zod';
import { LabError, toFault } from '../../../shared/fault.ts';
import type { NodeFile } from '../../../shared/handshake/options.ts';
import { toProof } from '../../../shared/handshake/proof.ts';
import {
  type BatchReport,
  batchReportSchema,
  type HandshakeDialSpec,
  type HandshakeListenSpec,
  type Proof,
  roleCpuSchema,
  type ServerReading,
  serverReadingSchema,
  watchedSchema,
} from '../../../shared/handshake/role-calls.ts';
import { runtimeText } from '../../../shared/handshake/tables.ts';
import type { Hello } from '../../../shared/role-api.ts';
import { RoleProcess } from '../role-process.ts';
import { assertNode, runtimeUnusable } from './executable.ts';

const listening = z.object({ port: z.int() });

/** @throws LabError `role-crashed` with its last words when the role ends before it answers; else what the role throws */
async function ask(role: RoleProcess, name: string, ...args: unknown[]): Promise<unknown> {
  try {
    return await role.call(name, ...args);
  } catch (error) {
    if (toFault(error).code !== 'connection-lost') throw error;
    const { code, signal, lastStderr } = await role.exited;
    const message = `The ${role.name} process ended with ${signal ?? `code ${code}`} while it was asked to ${name}.`;
    throw new LabError(
      { code: 'role-crashed', message, role: role.name, lastStderr: [...lastStderr] },
      { cause: error },
    );
  }
}

/** A server and a client of the handshake lab, both on one Node executable. */
export class HandshakeRuntime {
  readonly runtime: Hello['runtime'];
  /** Undefined of the lab's own. */
  readonly execPath: string | undefined;
  private readonly server: RoleProcess;
  private readonly client: RoleProcess;

  private constructor(
    server: RoleProcess,
    client: RoleProcess,
    { runtime, execPath }: Pick<HandshakeRuntime, 'runtime' | 'execPath'>,
  ) {
    this.server = server;
    this.client = client;
    this.runtime = runtime;
    this.execPath = execPath;
  }

  /**
   * @param node another executable than the lab's own
   * @throws LabError `runtime-unusable` when that one can't run the roles, `role-start-failed` when the lab's own can't
   */
  static async start(rolesDir: string, node: NodeFile | undefined): Promise<HandshakeRuntime> {
    if (node !== undefined) await assertNode(node);
    const execPath = node?.file;
    const started: RoleProcess[] = [];
    const start = async (name: string) => {
      const answer = await RoleProcess.start({ name, rolesDir, execPath });
      started.push(answer.role);
      return answer;
    };
    try {
      const server = await start('handshake-server');
      const client = await start('handshake-client');
      return new HandshakeRuntime(server.role, client.role, { runtime: server.hello.runtime, execPath });
    } catch (error) {
      await Promise.all(started.map((role) => role.stop()));
      if (node === undefined) throw error;
      const { message, lastStderr } = toFault(error);
      const { fault } = runtimeUnusable(node, `which can't run the lab's processes (${message})`);
      throw new LabError({ ...fault, lastStderr }, { cause: error });
    }
  }

  async listen(spec: HandshakeListenSpec): Promise<number> {
    return listening.parse(await ask(this.server, 'listen', spec)).port;
  }

  async read(linkId: string, openConnections: number): Promise<ServerReading> {
    return serverReadingSchema.parse(await ask(this.server, 'read', linkId, openConnections));
  }

  async hasGroups(groups: string): Promise<boolean> {
    return z.boolean().parse(await ask(this.client, 'hasGroups', groups));
  }

  async open(spec: HandshakeDialSpec): Promise<Proof | null> {
    const watched = watchedSchema.nullable().parse(await this.dial(spec.linkId, 'open', spec));
    return watched && toProof(watched);
  }

  async prepare(linkId: string, count: number): Promise<void> {
    await this.dial(linkId, 'prepare', linkId, count);
  }

  async batch(linkId: string, count: number): Promise<BatchReport> {
    return batchReportSchema.parse(await this.dial(linkId, 'batch', linkId, count));
  }

  /** Asks the client for what dials the server. @throws LabError `handshake-failed` with the word of both sides */
  private async dial(linkId: string, name: string, ...args: unknown[]): Promise<unknown> {
    try {
      return await ask(this.client, name, ...args);
    } catch (error) {
      const fault = toFault(error);
      if (fault.code !== 'handshake-failed') throw error;
      // Whatever is still open: the connection in question is not.
      const { lastFailure } = await this.read(linkId, Number.MAX_SAFE_INTEGER);
      const message =
        lastFailure === undefined ? fault.message : `${fault.message} The server says: ${lastFailure}.`;
      throw new LabError({ ...fault, message }, { cause: error });
    }
  }

  /** CPU of both processes since they started. */
  async cpuUs(): Promise<{ server: number; client: number }> {
    const [server, client] = await Promise.all([ask(this.server, 'cpu'), ask(this.client, 'cpu')]);
    return { server: roleCpuSchema.parse(server).cpuUs, client: roleCpuSchema.parse(client).cpuUs };
  }

  async stop(): Promise<void> {
    await Promise.all([this.server.stop(), this.client.stop()]);
  }
}

/**
 * Starts a runtime beside others.
 * @param others that run already, the lab's own first
 * @throws LabError `runtime-unusable` also for one that is the same as one of them: nobody could tell their rows apart
 */
export async function startOther(
  rolesDir: string,
  node: NodeFile,
  others: readonly HandshakeRuntime[],
): Promise<HandshakeRuntime> {
  const started = await HandshakeRuntime.start(rolesDir, node);
  const same = others.find(({ runtime }) => runtimeText(runtime) === runtimeText(started.runtime));
  if (same === undefined) return started;
  await started.stop();
  const whose = same === others[0] ? "the lab's own" : `the one at ${same.execPath}`;
  throw runtimeUnusable(node, `which is ${runtimeText(started.runtime)} like ${whose}`);
}
