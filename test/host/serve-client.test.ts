import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serveClient } from '../../electron/host/serve-client.ts';
import { type HostEvent, hostEventSchema } from '../../shared/api.ts';
import { type Channel, memoryChannelPair, openPeer } from '../../shared/channel.ts';
import { LabError } from '../../shared/fault.ts';
import { createFixtureHost, fault, timeline } from './fixture-host.ts';

function connected() {
  const host = createFixtureHost();
  const [hostEnd, clientEnd] = memoryChannelPair();
  const state = { isBusy: false };
  const end = serveClient(host, { ...hostEnd, busy: () => state.isBusy });
  const events: HostEvent[] = [];
  const answers: unknown[] = [];
  clientEnd.on((message) => answers.push(message));
  const peer = openPeer(clientEnd, {
    onEvent: (event: unknown) => {
      events.push(hostEventSchema.parse(event));
    },
  });
  return { host, state, end, events, answers, peer, clientEnd };
}

/** Lets everything that is on its way between the two ends arrive. */
const arrive = () => vi.advanceTimersByTimeAsync(0);
const messages = (events: readonly HostEvent[]) =>
  events.map((event) => (event.kind === 'fault' ? event.fault.message : event.kind));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('calls', () => {
  test("are answered, and the host's refusal keeps its field", async () => {
    const { peer, host } = connected();
    expect(await peer.call('exportFile', {})).toEqual({ download: true });
    const refusal = await peer.call('configure', { nonsense: 1 }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LabError);
    expect(refusal).toMatchObject({ fault: { code: 'bad-config', field: 'workload.connections' } });
    expect(host.asked).toEqual([{ nonsense: 1 }]);
  });

  test.each(['format', 'constructor', 'toString', '__proto__', '$close'])(
    'to %s are refused by name',
    async (name) => {
      const { peer } = connected();
      const refusal = await peer.call(name).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        fault: {
          code: 'bad-message',
          field: 'call',
          given: name,
          allowed:
            'snapshot, configure, openSettings, start, stop, forceHandshakes, startSuite, cancelSuite, startHandshakes, cancelHandshakes, probe, cancelProbe, engines, engineConfig, confirmHost, setPreferences, exportFile, runs, run, labelRun, deleteRun, restoreRun, openRun, revealRun, keepRun, keepLiveRun, exportRun',
        },
      });
    },
  );

  test('whose arguments are no list are refused, and the caller is told', async () => {
    const { clientEnd, answers } = connected();
    clientEnd.post({ t: 'q', m: 'start', a: 'now', i: 'id-1' });
    await arrive();
    expect(answers).toMatchObject([{ t: 's', i: 'id-1', r: { ok: false, fault: { code: 'bad-message' } } }]);
  });
});

test.each(['not json', 42, null, [], {}, { t: 'x' }, { t: 'q', m: 1, a: [] }, { t: 's' }])(
  'the message %j is answered with a fault, and the next call still works',
  async (message) => {
    const { clientEnd, peer, events } = connected();
    clientEnd.post(message);
    await arrive();
    expect(events).toMatchObject([{ kind: 'fault', fault: { code: 'bad-message', field: 'message' } }]);
    expect(await peer.call('exportFile', {})).toEqual({ download: true });
  },
);

describe('while the channel is busy', () => {
  test('timelines wait and are replaced per topology; faults go on, all of them, in order', async () => {
    const { host, state, events } = connected();
    state.isBusy = true;
    host.emit(timeline('T0', 1));
    host.emit(fault('first'));
    host.emit(timeline('T1', 1));
    host.emit(timeline('T0', 2));
    host.emit(fault('second'));
    await vi.advanceTimersByTimeAsync(500);
    expect(messages(events)).toEqual(['first', 'second']);
    state.isBusy = false;
    await vi.advanceTimersByTimeAsync(100);
    expect(events.slice(2)).toEqual([timeline('T0', 2), timeline('T1', 1)]);
  });

  test('nothing keeps ticking once nothing waits', async () => {
    const { host, state } = connected();
    state.isBusy = true;
    host.emit(timeline('T0'));
    expect(vi.getTimerCount()).toBe(1);
    state.isBusy = false;
    await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a client that has ended is sent nothing more, and the host forgets it', async () => {
  const { host, end, events, state } = connected();
  expect(host.listenerCount()).toBe(1);
  state.isBusy = true;
  host.emit(timeline('T0'));
  end();
  end();
  state.isBusy = false;
  host.emit(fault('after the end'));
  await vi.advanceTimersByTimeAsync(500);
  expect(events).toEqual([]);
  expect(host.listenerCount()).toBe(0);
});

test('two clients get the same events, and one that goes leaves the other served', async () => {
  const host = createFixtureHost();
  const open = () => {
    const [hostEnd, clientEnd]: [Channel, Channel] = memoryChannelPair();
    const seen: unknown[] = [];
    openPeer(clientEnd, {
      onEvent: (event: unknown) => {
        seen.push(event);
      },
    });
    return { end: serveClient(host, hostEnd), seen };
  };
  const one = open();
  const two = open();
  host.emit(fault('to both'));
  await arrive();
  one.end();
  host.emit(fault('to one'));
  await arrive();
  expect(one.seen).toEqual([fault('to both')]);
  expect(two.seen).toEqual([fault('to both'), fault('to one')]);
});
