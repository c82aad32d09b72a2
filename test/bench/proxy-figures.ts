import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Identity, Pki, serverName } from '../../electron/lab/pki.ts';
import { RoleProcess } from '../../electron/lab/role-process.ts';
import { countersSchema, type LoadSpec, type ProxyListenSpec } from '../../shared/role-api.ts';
import { kernelCpuUs } from '../helpers/processes.ts';
import type { Figure, Outcome } from './figures.ts';
import { median, rolesDir, tls, workload } from './rig.ts';

const ROUNDS = 3;
const WARMUP_MS = 2000;
const WINDOW_MS = 3000;
const listening = z.object({ port: z.int() });

type Inner = 'plaintext' | 'h1' | 'h2';

/** Libraries that can speak what the inner hop of a case asks for. */
const librariesFor: Record<Inner, readonly string[]> = {
  plaintext: ['httpxy', 'fast-proxy', 'reply-from'],
  h1: ['httpxy', 'fast-proxy', 'reply-from'],
  h2: ['fast-proxy', 'reply-from'],
};

interface Running {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

async function startScript(script: string, message: object): Promise<Running> {
  const child: ChildProcess = fork(`test/bench/${script}`, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send(message);
  const { port } = listening.parse((await once(child, 'message'))[0]);
  return {
    pid: child.pid ?? 0,
    port,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function startRole(name: string, spec: object): Promise<Running> {
  const { role } = await RoleProcess.start({ name, rolesDir });
  const { port } = listening.parse(await role.call('listen', spec));
  return { pid: role.pid ?? 0, port, stop: () => role.stop() };
}

function startApp(inner: Inner, identity: Identity): Promise<Running> {
  const server = { certPem: identity.certPem, keyPem: identity.keyPem };
  if (inner === 'h1') return startScript('h1-app.mjs', { tls: { cert: server.certPem, key: server.keyPem } });
  return startRole('app', {
    linkId: 'bench',
    protocol: 'h1',
    tls: inner === 'h2' ? { ...tls, ...server } : undefined,
  });
}

function startProxy(
  library: string | undefined,
  inner: Inner,
  appPort: number,
  identity: Identity,
): Promise<Running> {
  const { certPem, keyPem, caPem } = identity;
  const isTls = inner !== 'plaintext';
  if (library === undefined) {
    const spec: ProxyListenSpec = {
      linkId: 'bench',
      protocol: 'h1',
      layer: 'http',
      tls: { ...tls, certPem, keyPem },
      upstream: {
        from: 'proxy',
        to: 'app',
        port: appPort,
        silenceMs: 10_000,
        tls: isTls ? { ...tls, caPem, serverName } : undefined,
      },
    };
    return startRole('proxy', spec);
  }
  return startScript('library-proxy.mjs', {
    library,
    target: `${isTls ? 'https' : 'http'}://${serverName}:${appPort}`,
    caPem: isTls ? caPem : undefined,
    tls: { cert: certPem, key: keyPem },
    isHttp2: inner === 'h2',
  });
}

/** CPU per request of a proxy under our load generator, which verifies every answer. */
async function proxyCpuUs(proxy: Running, bodyBytes: number, caPem: string): Promise<number> {
  const { role } = await RoleProcess.start({ name: 'load', rolesDir });
  const read = async () => countersSchema.parse(await role.call('counters', 'bench'));
  const spec: LoadSpec = {
    linkId: 'bench',
    from: 'client',
    to: 'proxy',
    port: proxy.port,
    tls: { ...tls, caPem, serverName },
    workload: { ...workload, bodyBytes },
    timeline: false,
  };
  try {
    await role.call('start', spec);
    await sleep(WARMUP_MS);
    const [before, cpuBefore] = [await read(), kernelCpuUs(proxy.pid)];
    await sleep(WINDOW_MS);
    const [after, cpuAfter] = [await read(), kernelCpuUs(proxy.pid)];
    const failed = Object.values(after.errors).reduce((sum, count) => sum + count, 0);
    if (failed > 0) throw new Error(`${failed} answers were wrong: ${JSON.stringify(after.errors)}`);
    return (cpuAfter - cpuBefore) / (after.requests - before.requests);
  } finally {
    await role.stop();
  }
}

/** The cost, or undefined when a library gave wrong answers or crashed: then it is no rival in this case. */
async function costOf(
  library: string | undefined,
  proxy: Running,
  bodyBytes: number,
  caPem: string,
): Promise<number | undefined> {
  try {
    return await proxyCpuUs(proxy, bodyBytes, caPem);
  } catch (error) {
    if (library === undefined) throw error;
    console.error(`${library}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function against(inner: Inner, bodyBytes: number): Promise<Outcome> {
  const identity = await new Pki().identity(tls.key);
  const app = await startApp(inner, identity);
  const spent = new Map<string | undefined, number[]>();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const order = [undefined, ...librariesFor[inner]];
      for (const library of round % 2 === 0 ? order : order.reverse()) {
        const proxy = await startProxy(library, inner, app.port, identity);
        try {
          const us = await costOf(library, proxy, bodyBytes, identity.caPem);
          spent.set(library, [...(spent.get(library) ?? []), us ?? Number.NaN]);
        } finally {
          await proxy.stop();
        }
      }
    }
  } finally {
    await app.stop();
  }
  const ours = median(spent.get(undefined) ?? []);
  const theirs = librariesFor[inner]
    .map((library) => ({ library, us: median(spent.get(library) ?? []) }))
    .filter(({ us }) => !Number.isNaN(us))
    .sort((a, b) => a.us - b.us);
  const best = theirs[0];
  if (best === undefined) return { kind: 'skipped', reason: 'no library served this without errors' };
  return {
    kind: 'measured',
    ratio: ours / best.us,
    numerator: `${ours.toFixed(1)} µs`,
    denominator: `${best.us.toFixed(1)} µs, ${best.library}`,
    proof: theirs.map(({ library, us }) => `${library} ${us.toFixed(1)} µs`).join(', '),
  };
}

const cases: readonly (readonly [Inner, string])[] = [
  ['plaintext', 'T2'],
  ['h1', 'T3, HTTP/1.1 inside'],
  ['h2', 'T3, HTTP/2 inside'],
];

export const proxyFigures: readonly Figure[] = cases.flatMap(([inner, name]) =>
  [256, 65_536].map((bodyBytes) => ({
    id: `proxy-${inner}-${bodyBytes}`,
    what: `built-in proxy CPU per request ÷ the best Node proxy library’s, ${name}, ${bodyBytes === 256 ? '256 B' : '64 KB'}`,
    atMost: 0.9,
    measure: () => against(inner, bodyBytes),
  })),
);
