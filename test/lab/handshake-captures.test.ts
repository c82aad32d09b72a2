import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandshakeCapture } from '../../shared/api.ts';
import { defaultConfig } from '../../shared/config.ts';
import type { Capture, Side } from '../../shared/tls/capture.ts';
import { hopName, type TopologyId } from '../../shared/topologies.ts';
import type { Engine } from '../../shared/words.ts';
import { engineSupport } from '../helpers/engines.ts';
import { eventually } from '../helpers/eventually.ts';
import { type LiveLab, openLiveLab } from '../helpers/live-lab.ts';

const HANDSHAKE_RECORD = 22;
const engines = await engineSupport();

let live: LiveLab;
beforeAll(async () => {
  live = await openLiveLab();
});
afterAll(() => live?.lab.dispose());

function bytesFrom({ chunks }: Capture, side: Side): Buffer {
  const own = chunks.filter(({ from }) => from === side);
  return Buffer.concat(own.map(({ base64 }) => Buffer.from(base64, 'base64')));
}

function handshakes(): HandshakeCapture[] {
  return live.events.flatMap((event) => (event.kind === 'handshake' ? [event.handshake] : []));
}

/** Measures live until each of these hops has shown a handshake. @returns the newest of each */
async function handshakesOf(topology: TopologyId, hops: readonly string[], proxy: Engine = 'builtin') {
  const { lab, events } = live;
  events.length = 0;
  const workload = { ...defaultConfig.workload, connections: 4 };
  lab.configure({ ...defaultConfig, topology, proxy, workload });
  lab.start();
  const seen = await eventually(`a handshake on ${hops.join(' and ')}`, () => {
    const newest = hops.map((name) => handshakes().findLast((one) => hopName(one) === name));
    return newest.every((one) => one !== undefined) && newest;
  });
  expect(events.filter(({ kind }) => kind === 'fault')).toEqual([]);
  const errors = live.samples().flatMap(({ tiers }) => Object.values(tiers).map((tier) => tier.errors));
  for (const byKind of errors) expect(byKind).toEqual({});
  return seen;
}

/** The connection's own secrets and both directions from the first record on. */
function expectWhole({ capture }: HandshakeCapture): void {
  for (const side of ['client', 'server'] as const)
    expect(bytesFrom(capture, side)[0]).toBe(HANDSHAKE_RECORD);
  const clientRandom = bytesFrom(capture, 'client').subarray(11, 43).toString('hex');
  for (const secret of ['CLIENT_HANDSHAKE_TRAFFIC_SECRET', 'SERVER_TRAFFIC_SECRET_0']) {
    expect(capture.keyLog.join('\n')).toContain(`${secret} ${clientRandom} `);
  }
}

describe('a handshake is taken down byte by byte', () => {
  it.each([
    ['T1', ['client-app']],
    ['T3', ['client-proxy', 'proxy-app']],
    ['T4', ['client-proxy']],
    ['T5', ['proxy-proxy2']],
  ] as const)('in %s on %s, as its near end sees it', async (topology, hops) => {
    for (const handshake of await handshakesOf(topology, hops)) {
      expect(handshake.capture.seenBy).toBe('client');
      expectWhole(handshake);
    }
  });

  it.each(engines)('behind %s the app sees it%s', async (engine, skipReason) => {
    if (skipReason !== '') return;
    const [outer, inner] = await handshakesOf('T3', ['client-proxy', 'proxy-app'], engine);
    expect([outer, inner].map((one) => one?.capture.seenBy)).toEqual(['client', 'server']);
    for (const one of [outer, inner]) if (one) expectWhole(one);
  });
});

it('a hop whose connections stay open makes a new one when it is forced to', async () => {
  const [, first] = await handshakesOf('T3', ['client-proxy', 'proxy-app']);
  await live.lab.forceHandshakes();
  const second = await eventually('another handshake with the app', () =>
    handshakes().find((one) => one.from === 'proxy' && one.takenAtMs > (first?.takenAtMs ?? 0)),
  );
  expect(second.capture.keyLog).not.toEqual(first?.capture.keyLog);
});
