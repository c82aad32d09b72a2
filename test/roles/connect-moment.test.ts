import { createECDH } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pki, serverName } from '../../electron/lab/pki.ts';
import { nowUs } from '../../electron/roles/counters.ts';
import { HandshakeTarget, untilClosed } from '../../electron/roles/handshake-dial.ts';
import { listenOnLoopback } from '../../electron/roles/listener.ts';
import { LoadTarget } from '../../electron/roles/load-target.ts';
import { median } from '../helpers/median.ts';
import { loadSpec } from './role-under-test.ts';

/** A key share of it takes some milliseconds to make, far more than anything else on the way to the server. */
const group = 'P-521';
const CONNECTIONS = 12;

const usualGroups = tls.DEFAULT_ECDH_CURVE;
const servers: net.Server[] = [];
let caPem: string;
let port: number;
let helloAtUs = Number.NaN;

async function listen(server: net.Server): Promise<number> {
  servers.push(server);
  return (await listenOnLoopback(server)).port;
}

/** Stands before the TLS server, and takes down when the ClientHello comes. */
const watching = (targetPort: number) =>
  net.createServer((client) => {
    client.once('data', () => {
      helloAtUs = nowUs();
    });
    client.pipe(net.connect(targetPort, '127.0.0.1')).pipe(client);
  });

beforeAll(async () => {
  tls.DEFAULT_ECDH_CURVE = group;
  const identity = await new Pki().identity('ecdsa-p256');
  caPem = identity.caPem;
  const end = (secured: tls.TLSSocket) => secured.resume().end();
  port = await listen(
    watching(await listen(tls.createServer({ cert: identity.certPem, key: identity.keyPem }, end))),
  );
});
afterAll(() => {
  tls.DEFAULT_ECDH_CURVE = usualGroups;
  for (const server of servers) server.close();
});

async function dialOnce(): Promise<number> {
  const settings = { version: '1.3', groups: group, cipher: 'TLS_AES_256_GCM_SHA384' } as const;
  const target = new HandshakeTarget({
    linkId: 'moment',
    port,
    activity: 'handshake',
    tls: { ...settings, caPem, serverName, resumed: false },
  });
  const { connection, connectedUs } = await target.dial();
  await untilClosed(connection);
  return connectedUs;
}

function loadOnce(): Promise<number> {
  const settings = { version: '1.3', key: 'ecdsa-p256', resumption: false } as const;
  const target = new LoadTarget(loadSpec(port, {}, { tls: { ...settings, caPem, serverName } }));
  return new Promise((resolve, reject) => {
    let connectedUs = Number.NaN;
    const onConnect = () => {
      connectedUs = nowUs();
    };
    const socket = target.connect({ onConnect, onReady: () => socket.resume().end() });
    socket.once('error', reject).once('close', () => resolve(connectedUs));
  });
}

function keyShareUs(): number {
  const fromUs = nowUs();
  createECDH('secp521r1').generateKeys();
  return nowUs() - fromUs;
}

describe('the moment at which TCP is connected', () => {
  it.each([
    ['the handshake lab', dialOnce],
    ['the load generator', loadOnce],
  ])('is before the ClientHello and its key share are made: %s', async (_who, once) => {
    const betweenUs: number[] = [];
    const makingUs: number[] = [];
    for (let done = 0; done < CONNECTIONS; done++) {
      const connectedUs = await once();
      betweenUs.push(helloAtUs - connectedUs);
      makingUs.push(keyShareUs());
    }
    expect(median(betweenUs)).toBeGreaterThan(0.7 * median(makingUs));
  });
});
