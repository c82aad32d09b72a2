import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { MachineWatch } from '../../electron/lab/handshake/machine-watch.ts';
import { measureHandshakes } from '../../electron/lab/handshake/measure-handshakes.ts';
import { HandshakeRuntime } from '../../electron/lab/handshake/runtime.ts';
import { Pki, serverName } from '../../electron/lab/pki.ts';
import { type HandshakeCaseId, handshakeCaseIds, roundTripCaseIds } from '../../shared/handshake/cases.ts';
import { type HandshakeDocument, handshakeDocumentSchema } from '../../shared/handshake/document.ts';
import { leftOutOf } from '../../shared/handshake/missing.ts';
import type { NodeFile } from '../../shared/handshake/options.ts';
import { missing } from '../helpers/programs.ts';

const HANDSHAKES = 20;
const rolesDir = path.resolve(import.meta.dirname, '../../out/roles');
const otherNode = process.env.TLS_COST_LAB_OTHER_NODE;
const obstacle =
  otherNode === undefined ? 'TLS_COST_LAB_OTHER_NODE names no Node.js' : missing(otherNode, '--version');

async function measured(
  cases: readonly HandshakeCaseId[],
  handshakes: number,
  nodes: readonly NodeFile[] = [],
): Promise<HandshakeDocument> {
  const document = await measureHandshakes({
    rolesDir,
    options: { cases, handshakes, nodes },
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return handshakeDocumentSchema.parse(document);
}

function rowOf({ rows }: HandshakeDocument, id: HandshakeCaseId) {
  const row = rows.find((one) => one.case === id);
  if (row === undefined) throw new Error(`There is no row of ${id}.`);
  if ('fault' in row) throw new Error(`${id}: ${row.fault.message}`);
  return row;
}

describe('handshakes of every kind', () => {
  let near: HandshakeDocument;
  const caseOf = (id: HandshakeCaseId) => rowOf(near, id);
  beforeAll(async () => {
    const others = handshakeCaseIds.filter((id) => !roundTripCaseIds.some((one) => one === id));
    near = await measured(others, HANDSHAKES);
  });

  it('are measured in the number asked for, none of them resumed', () => {
    expect(near.rows.length + near.leftOut.length).toBe(handshakeCaseIds.length - roundTripCaseIds.length);
    for (const { case: id } of near.rows) {
      const row = caseOf(id);
      expect(row).toMatchObject({ handshakes: HANDSHAKES, resumedCount: 0, modelled: false });
      expect(row.serverCpuUs.mean, id).toBeGreaterThan(0);
      expect(row.serverCpuUs.ci95, id).toBeDefined();
      // The 99th percentile of so few would be the slowest one.
      expect(row.wallMs, id).toEqual({ p50: expect.any(Number) });
    }
  });

  it('send more from the server with a larger key, and with a longer chain', () => {
    const received = (id: HandshakeCaseId) => caseOf(id).bytesReceived;
    const ecdsa = received('tls13-ecdsa-p256-group-p256');
    expect(received('tls13-rsa-2048-full')).toBeGreaterThan(ecdsa + 300);
    // Signature and modulus are 256 bytes longer each; the authority's own ECDSA signatures differ by some bytes in DER.
    const longer = received('tls13-rsa-4096-full') - received('tls13-rsa-2048-full');
    expect(Math.abs(longer - 512)).toBeLessThanOrEqual(8);
    const [two, three] = [received('tls13-ecdsa-p256-chain2'), received('tls13-ecdsa-p256-chain3')];
    expect(two).toBeGreaterThan(ecdsa + 200);
    expect(three).toBeGreaterThan(two + 200);
    const chains = ['rsa-2048-full', 'ecdsa-p256-chain2', 'ecdsa-p256-chain3'] as const;
    expect(chains.map((id) => caseOf(`tls13-${id}`).chainLength)).toEqual([1, 2, 3]);
  });

  it('take a second ClientHello and a round trip more after a HelloRetryRequest', () => {
    const [retried, plain] = [caseOf('tls13-ecdsa-p256-retry'), caseOf('tls13-ecdsa-p256-group-p256')];
    expect(retried).toMatchObject({ isRetried: true, roundTrips: 2, group: 'p-384' });
    expect(plain).toMatchObject({ isRetried: false, roundTrips: 1, group: 'p-256' });
    expect(retried.bytesSent).toBeGreaterThan(plain.bytesSent + 200);
  });

  it('of a group that this runtime lacks are left out, with the reason and who has it', ({ skip }) => {
    const hybrid = near.leftOut.find((one) => one.case === 'tls13-ecdsa-p256-group-x25519mlkem768');
    skip(hybrid === undefined, 'this runtime has X25519MLKEM768');
    expect(hybrid?.fault.code).toBe('not-in-runtime');
    expect(hybrid?.fault.message).toContain('Node.js 24 or newer');
  });

  it.skipIf(obstacle !== undefined)(
    `run on two runtimes in one run, each named with its library${obstacle === undefined ? '' : ` (skipped: ${obstacle})`}`,
    async () => {
      const id = 'tls13-ecdsa-p256-group-x25519mlkem768';
      const both = await measured(['tls13-rsa-2048-full', id], HANDSHAKES, [
        { file: otherNode ?? '', isNamed: true },
      ]);
      const runtimes = both.rows
        .filter((row) => row.case === 'tls13-rsa-2048-full')
        .map((row) => row.runtime);
      expect(new Set(runtimes.map(({ version }) => version)).size).toBe(2);
      const hybrid = rowOf(both, id);
      const plain = rowOf(both, 'tls13-rsa-2048-full');
      expect(hybrid.group).toBe('x25519mlkem768');
      // FIELD.md B20: some 1.1 KB each way; the key of RSA-2048 is 390 bytes on the server's side.
      expect(hybrid.bytesSent).toBeGreaterThan(plain.bytesSent + 1_000);
      expect(hybrid.bytesReceived + 390).toBeGreaterThan(plain.bytesReceived + 1_000);
    },
  );
});

describe('other executables', () => {
  const one = (file: string, isNamed: boolean) => measured(['tcp-connect'], 1, [{ file, isNamed }]);

  it('that were only found and can not take part are left out with the reason, and the rest is measured', async () => {
    const document = await one('/bin/true', false);
    expect(document.rows).toMatchObject([{ case: 'tcp-connect', handshakes: 1 }]);
    expect(leftOutOf(document)).toEqual([
      expect.stringContaining('does not answer as Node.js does, is left out'),
    ]);
    expect(leftOutOf(document).join()).not.toContain('--node');
  });

  it('that are what is measured already are refused when they were named: their rows would look the same', async () => {
    await expect(one(process.execPath, true)).rejects.toThrow(/which is Node\.js .* like the lab's own/);
    expect((await one(process.execPath, false)).unusableNodes).toHaveLength(1);
  });
});

describe('full and resumed handshakes, round trips and distance', () => {
  const FEW = 4;
  let document: HandshakeDocument;
  beforeAll(async () => {
    document = await measured(roundTripCaseIds, FEW);
  });

  it.each([
    ['tls12-ecdsa-p256-full', 0, 2],
    ['tls12-ecdsa-p256-resumed', FEW, 1],
    ['tls13-ecdsa-p256-full', 0, 1],
    ['tls13-ecdsa-p256-resumed', FEW, 1],
  ] as const)('%s: %i resumed, %i round trips', (id, resumedCount, roundTrips) => {
    const row = rowOf(document, id);
    expect(row).toMatchObject({ handshakes: FEW, resumedCount, roundTrips });
    // As the bytes have it: a resumed connection carries no certificate, and in TLS 1.2 exchanges no key.
    expect(row.chainLength).toBe(resumedCount === 0 ? 1 : undefined);
    expect(row.group).toBe(id === 'tls12-ecdsa-p256-resumed' ? undefined : 'x25519');
  });

  it('send less from the server when resumed, which has no certificate to send', () => {
    for (const version of ['tls12', 'tls13'] as const) {
      const [full, resumed] = [
        rowOf(document, `${version}-ecdsa-p256-full`),
        rowOf(document, `${version}-ecdsa-p256-resumed`),
      ];
      expect(resumed.bytesReceived).toBeLessThan(full.bytesReceived - 400);
      // The ticket goes back.
      expect(resumed.bytesSent).toBeGreaterThan(full.bytesSent + 100);
    }
  });

  it('carry tickets and closing alerts beyond the handshake, which TCP alone has not', () => {
    const [tcp, full] = [rowOf(document, 'tcp-connect'), rowOf(document, 'tls13-ecdsa-p256-full')];
    expect([tcp.bytesSent, tcp.connectionBytesReceived]).toEqual([0, 0]);
    expect(full.connectionBytesReceived).toBeGreaterThan(full.bytesReceived + 300);
    expect(full.connectionBytesSent - full.bytesSent).toBe(24);
    expect(full).not.toHaveProperty('fault');
    expect(tcp).not.toHaveProperty('version');
  });

  it('make a round trip dearer on a new connection than on an open one, and less so the more it carries', () => {
    expect(document.roundTrips.map((row) => row.case)).toEqual([...roundTripCaseIds]);
    for (const row of document.roundTrips) {
      if ('fault' in row) throw new Error(row.fault.message);
      expect(row.newConnection.wallMs.p50, row.case).toBeGreaterThan(row.openConnection.wallMs.p50);
      const numbers = row.breakEven.map(({ roundTrips }) => roundTrips);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      for (const { roundTrips, roundTripsCi95: [low, high] = [0, 0] } of row.breakEven) {
        expect(low, row.case).toBeLessThanOrEqual(roundTrips);
        expect(high, row.case).toBeGreaterThanOrEqual(roundTrips);
      }
      const costs = row.curve.map(({ cpuUsPerRoundTrip }) => cpuUsPerRoundTrip);
      expect(costs).toEqual([...costs].sort((a, b) => b - a));
    }
  });

  it('take their round trips of the distance, and TLS 1.2 in full one more than TLS 1.3', () => {
    const at = (id: string, rttMs: number) => {
      const row = document.distance.find((one) => one.case === id && one.rttMs === rttMs);
      if (row === undefined || 'fault' in row) throw new Error(`${id} was not measured at ${rttMs} ms.`);
      return row;
    };
    expect(at('tls12-ecdsa-p256-full', 10).wallMs?.p50).toBeGreaterThanOrEqual(30);
    expect(at('tls13-ecdsa-p256-full', 10).wallMs?.p50).toBeGreaterThanOrEqual(20);
    expect(at('tls12-ecdsa-p256-resumed', 50).wallMs?.p50).toBeGreaterThanOrEqual(100);
    expect(at('tls12-ecdsa-p256-full', 10).modelMs - at('tls12-ecdsa-p256-full', 0).modelMs).toBeCloseTo(30);
    expect(at('tls13-ecdsa-p256-0rtt', 50)).toMatchObject({ modelled: true, tlsRoundTrips: 0 });
    // The request leaves with the ClientHello: it waits for no answer, nor for what the server makes of it.
    const [early, late] = [
      at('tls13-ecdsa-p256-0rtt', 0).modelMs,
      at('tls13-ecdsa-p256-resumed', 0).wallMs?.p50,
    ];
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThan(late ?? 0);
    expect(document.distance.filter((row) => 'modelled' in row && row.modelled)).toHaveLength(4);
  });
});

it('the work of the lab’s own processes is not told as that of others', async () => {
  const runtime = await HandshakeRuntime.start(rolesDir, undefined);
  try {
    const watch = await MachineWatch.begin([runtime]);
    const link = { linkId: 'busy', activity: 'handshake' } as const;
    const port = await runtime.listen({ linkId: link.linkId, onceReady: 'close' });
    await runtime.open({ ...link, port });
    await runtime.batch(link.linkId, 500);
    const { tiers, machineBusyCores, otherWorkCores } = await watch.use(0);
    const own = (tiers.client?.utilisation ?? 0) + (tiers.app?.utilisation ?? 0);
    expect(own).toBeGreaterThan(0.1);
    expect(machineBusyCores - otherWorkCores).toBeGreaterThanOrEqual(own);
  } finally {
    await runtime.stop();
  }
});

it('a handshake that fails is told with the word of both sides', async () => {
  const runtime = await HandshakeRuntime.start(rolesDir, undefined);
  try {
    const { certPem, keyPem, caPem } = await new Pki().identity('ecdsa-p256');
    const common = { groups: 'X25519', cipher: 'TLS_AES_256_GCM_SHA384' };
    const server = { ...common, version: '1.3', certPem, keyPem } as const;
    const port = await runtime.listen({ linkId: 'apart', onceReady: 'close', tls: server });
    const client = { ...common, groups: 'P-384', version: '1.3', caPem, serverName, resumed: false } as const;
    const opened = runtime.open({ linkId: 'apart', activity: 'handshake', port, tls: client });
    await expect(opened).rejects.toMatchObject({ fault: { code: 'handshake-failed' } });
    await expect(opened).rejects.toThrow(
      /A TLS handshake did not succeed: .*\. The server says: no suitable key share/,
    );
  } finally {
    await runtime.stop();
  }
});
