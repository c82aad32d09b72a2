import path from 'node:path';
import { RoleProcess } from '../../electron/lab/role-process.ts';
import {
  type Counters,
  countersSchema,
  type ListenSpec,
  type LoadSpec,
  type ProxyListenSpec,
} from '../../shared/role-api.ts';

/** A keep-alive HTTP/1.1 workload of four connections without TLS; a test says only what it is about. */
export function loadSpec(
  port: number,
  workload: Partial<LoadSpec['workload']> = {},
  rest: Partial<LoadSpec> = {},
): LoadSpec {
  return {
    linkId: `load>${port}`,
    from: 'client',
    to: 'app',
    port,
    timeline: false,
    ...rest,
    workload: {
      bodyBytes: 256,
      method: 'GET',
      reuse: 'keep-alive',
      connections: 4,
      protocol: 'h1',
      streamsPerConnection: 1,
      load: { kind: 'closed' },
      ...workload,
    },
  };
}

const rolesDir = path.resolve(import.meta.dirname, '../../out/roles');

interface RoleUnderTest {
  readonly role: RoleProcess;
  counters(linkId: string): Promise<Counters>;
  stop(): Promise<void>;
}

export interface ServerUnderTest<Spec> extends RoleUnderTest {
  /** @returns the port of 127.0.0.1 that the listener got */
  listen(spec: Spec): Promise<number>;
}

export interface LoadUnderTest extends RoleUnderTest {
  start(spec: LoadSpec): Promise<void>;
  pause(linkId: string): Promise<void>;
  keepOnly(linkIds: readonly string[]): Promise<void>;
}

async function forkRole(name: string): Promise<RoleUnderTest> {
  const { role } = await RoleProcess.start({ name, rolesDir, execArgv: ['--max-semi-space-size=16'] });
  return {
    role,
    counters: async (linkId) => countersSchema.parse(await role.call('counters', linkId)),
    stop: () => role.stop(),
  };
}

async function forkServer<Spec>(name: string): Promise<ServerUnderTest<Spec>> {
  const base = await forkRole(name);
  return {
    ...base,
    listen: async (spec) => {
      const answer = await base.role.call('listen', spec);
      const port =
        typeof answer === 'object' && answer !== null && 'port' in answer ? answer.port : undefined;
      if (typeof port !== 'number') throw new TypeError(`listen answered ${JSON.stringify(answer)}`);
      return port;
    },
  };
}

/** Forks the built app server (out/roles/app.cjs) as the lab does; the caller stops it. */
export function forkApp(): Promise<ServerUnderTest<ListenSpec>> {
  return forkServer('app');
}

/** Forks the built reverse proxy (out/roles/proxy.cjs) as the lab does; the caller stops it. */
export function forkProxy(): Promise<ServerUnderTest<ProxyListenSpec>> {
  return forkServer('proxy');
}

/** Forks the built load generator (out/roles/load.cjs) as the lab does; the caller stops it. */
export async function forkLoad(): Promise<LoadUnderTest> {
  const base = await forkRole('load');
  return {
    ...base,
    start: async (spec) => void (await base.role.call('start', spec)),
    pause: async (linkId) => void (await base.role.call('pause', linkId)),
    keepOnly: async (linkIds) => void (await base.role.call('keepOnly', linkIds)),
  };
}
