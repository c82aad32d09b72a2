import { z } from 'zod';
import { roleCpuSchema } from '../../../shared/handshake/role-calls.ts';
import {
  receivedSchema,
  type StreamKind,
  sentSchema,
  streamFactsSchema,
  streamKinds,
} from '../../../shared/handshake/stream-api.ts';
import {
  requireAskedCiphers,
  type Streaming,
  type StreamProof,
  type StreamSlice,
  toStreamingRows,
} from '../../../shared/handshake/streaming.ts';
import { orAborted } from '../or-aborted.ts';
import { type Identity, Pki, serverName } from '../pki.ts';
import { RoleProcess } from '../role-process.ts';
import { placeOfSlice } from '../slices.ts';

export interface StreamingOptions {
  /** Folder of the built roles. */
  readonly rolesDir: string;
  /** Another Node executable to run both ends on. */
  readonly execPath?: string;
  /** How often each connection takes its turn, after one to warm up; three or more for intervals. */
  readonly turns: number;
  /** How long the server sends in a turn. */
  readonly sliceMs: number;
  readonly signal: AbortSignal;
}

/** The two processes, and what has come through each connection so far. */
interface Ends {
  readonly server: RoleProcess;
  readonly client: RoleProcess;
  readonly totalBytes: Map<StreamKind, number>;
}

async function connect({ server, client }: Ends, kind: StreamKind, identity: Identity): Promise<StreamProof> {
  const { certPem, keyPem, caPem } = identity;
  const isPlain = kind === 'plaintext';
  const listening = await server.call('listen', {
    linkId: kind,
    ...(isPlain ? {} : { tls: { cipher: kind, certPem, keyPem } }),
  });
  const { port } = z.object({ port: z.int() }).parse(listening);
  const ofClient = await client.call('connect', {
    linkId: kind,
    port,
    ...(isPlain ? {} : { tls: { cipher: kind, caPem, serverName } }),
  });
  const ofServer = await server.call('accepted', kind);
  return { kind, server: streamFactsSchema.parse(ofServer), client: streamFactsSchema.parse(ofClient) };
}

const cpuUsOf = async (role: RoleProcess) => roleCpuSchema.parse(await role.call('cpu')).cpuUs;

/** From silence to silence: every µs of CPU in between belongs to bytes that are counted. */
async function measureSlice(ends: Ends, kind: StreamKind, durationMs: number): Promise<StreamSlice> {
  const { server, client, totalBytes } = ends;
  const [serverFromUs, clientFromUs] = await Promise.all([cpuUsOf(server), cpuUsOf(client)]);
  const sent = sentSchema.parse(await server.call('send', kind, durationMs));
  const total = (totalBytes.get(kind) ?? 0) + sent.bytes;
  totalBytes.set(kind, total);
  const received = receivedSchema.parse(await client.call('receive', kind, total));
  const [serverToUs, clientToUs] = await Promise.all([cpuUsOf(server), cpuUsOf(client)]);
  return {
    kind,
    bytes: sent.bytes,
    wallUs: received.lastAtUs - sent.startedAtUs,
    serverCpuUs: serverToUs - serverFromUs,
    clientCpuUs: clientToUs - clientFromUs,
  };
}

async function measureBetween(ends: Ends, options: StreamingOptions): Promise<Omit<Streaming, 'runtime'>> {
  const { signal, sliceMs, turns } = options;
  const identity = await new Pki().identity('ecdsa-p256');
  const proofs: StreamProof[] = [];
  for (const kind of streamKinds) proofs.push(await orAborted(signal, connect(ends, kind, identity)));
  requireAskedCiphers(proofs);
  const slices: StreamSlice[] = [];
  const count = streamKinds.length;
  for (let index = 0; index < count * (turns + 1); index++) {
    const kind = streamKinds[placeOfSlice(count, index)] ?? 'plaintext';
    slices.push(await orAborted(signal, measureSlice(ends, kind, sliceMs)));
  }
  return { rows: toStreamingRows(slices.slice(count), proofs) };
}

/**
 * Streams over one connection in plaintext and one in each TLS 1.3 cipher suite, from one process to another, in short
 * slices that take turns forwards and backwards. Takes about 4 · (turns + 1) · sliceMs.
 * @throws LabError `wrong-cipher` when either end negotiated another cipher than asked, `nothing-measured` when a stream
 * carried nothing, `role-start-failed`, `connection-lost`; the signal's reason when aborted
 */
export async function measureStreaming(options: StreamingOptions): Promise<Streaming> {
  const { rolesDir, execPath } = options;
  const started: RoleProcess[] = [];
  const start = async () => {
    const answer = await RoleProcess.start({ name: 'stream', rolesDir, execPath });
    started.push(answer.role);
    return answer;
  };
  try {
    const { role: server, hello } = await start();
    const { role: client } = await start();
    const measured = await measureBetween({ server, client, totalBytes: new Map() }, options);
    return { runtime: hello.runtime, ...measured };
  } finally {
    await Promise.all(started.map((role) => role.stop()));
  }
}
