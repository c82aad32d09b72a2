import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ListenSpec, LoadSpec } from '../../shared/role-api.ts';
import { FixtureServers } from './load-fixture-servers.ts';
import { answerBytes, openSpec, type Run, runOf, StallingServer, slowServer } from './load-open-loop-rig.ts';
import { forkApp, forkLoad, type LoadUnderTest, loadSpec, type ServerUnderTest } from './role-under-test.ts';

let app: ServerUnderTest<ListenSpec>;
let load: LoadUnderTest;
const servers = new FixtureServers();

beforeAll(async () => {
  [app, load] = await Promise.all([forkApp(), forkLoad()]);
});
afterAll(() => Promise.all([app.stop(), load.stop()]));
afterEach(async () => {
  await load.keepOnly([]);
  servers.close();
});

const run = (spec: LoadSpec, during: () => Promise<unknown>) => runOf(load, spec, during);

describe('a server that stands still for one second in two', () => {
  async function runOverStall(workload: Partial<LoadSpec['workload']>): Promise<Run> {
    const server = new StallingServer();
    const spec = openSpec(await servers.listen(server.server), 500, { bodyBytes: answerBytes, ...workload });
    return run(spec, async () => {
      await sleep(500);
      server.standStill();
      await sleep(1_000);
      server.goOn();
      await sleep(500);
    });
  }

  it('shows in the p99 of an open loop, where every request that was due meets it', async () => {
    const { latency, due, requests, errors } = await runOverStall({});
    expect(errors).toEqual({});
    expect(due).toBeGreaterThan(900);
    expect(due - requests).toBeLessThanOrEqual(due * 0.01);
    expect(latency.quantileMs(0.99)).toBeGreaterThan(700);
    // Half of the requests were due in the stall, and half of those waited for half of it or longer.
    expect(latency.quantileMs(0.75)).toBeGreaterThan(350);
  });

  it('hides in a closed loop over the same connections, which asks four requests in that second', async () => {
    const { latency, requests, due } = await runOverStall({ load: { kind: 'closed' } });
    expect(due).toBeNaN();
    expect(requests).toBeGreaterThan(4 * 100);
    expect(latency.quantileMs(1)).toBeGreaterThan(900);
    expect(latency.quantileMs(0.99)).toBeLessThan(100);
  });
});

describe('the rate', () => {
  it('is reached to one per cent at half of what the closed loop can do', async () => {
    const port = await app.listen({ linkId: 'capacity', protocol: 'h1' });
    const closed = loadSpec(port, {}, { linkId: 'capacity' });
    await load.start(closed);
    // The machine is shared: what it can be relied upon for is the least of several windows.
    const capacities: number[] = [];
    for (let window = 0; window < 4; window++) {
      const from = await load.counters(closed.linkId);
      await sleep(500);
      const to = await load.counters(closed.linkId);
      capacities.push(((to.requests - from.requests) / (to.atUs - from.atUs)) * 1e6);
    }
    await load.pause(closed.linkId);
    const ratePerSec = Math.floor(Math.min(...capacities) / 2);
    const spec = openSpec(port, ratePerSec, { connections: 16 });
    await load.start(spec);
    const from = await load.counters(spec.linkId);
    await sleep(1_500);
    const to = await load.counters(spec.linkId);
    await load.pause(spec.linkId);
    const { due, requests, errors } = await load.counters(spec.linkId);
    expect(errors).toEqual({});
    const asked = ((to.atUs - from.atUs) * ratePerSec) / 1e6;
    expect(Math.abs((to.due ?? 0) - (from.due ?? 0) - asked)).toBeLessThanOrEqual(1);
    expect(Math.abs((due ?? 0) - requests)).toBeLessThanOrEqual((due ?? 0) * 0.01);
  });

  it('makes requests due to the exact count between any two readings', async () => {
    const server = new StallingServer();
    const port = await servers.listen(server.server);
    for (const ratePerSec of [1, 7, 999, 20_000, 1_000_000]) {
      const spec = openSpec(port, ratePerSec, { bodyBytes: answerBytes });
      await load.start(spec);
      const from = await load.counters(spec.linkId);
      for (let reading = 0; reading < 4; reading++) {
        await sleep(130);
        const to = await load.counters(spec.linkId);
        const due = (to.due ?? Number.NaN) - (from.due ?? Number.NaN);
        expect(Math.abs(due - ((to.atUs - from.atUs) * ratePerSec) / 1e6)).toBeLessThanOrEqual(1);
      }
      await load.pause(spec.linkId);
    }
  });

  it('leaves nothing unanswered at a pause while connections are free', async () => {
    const port = await app.listen({ linkId: 'pauses', protocol: 'h1' });
    const spec = openSpec(port, 400, { connections: 64 });
    for (let pause = 0; pause < 30; pause++) {
      const { requests, due } = await run(spec, () => sleep(20 + pause));
      expect(due).toBeGreaterThan(7);
      expect(requests).toBe(due);
    }
  });

  it('is spread over all connections, however low it is', async () => {
    const server = new StallingServer();
    const spec = openSpec(await servers.listen(server.server), 100, { bodyBytes: answerBytes });
    const { requests } = await run(spec, () => sleep(500));
    expect(server.requests).toHaveLength(4);
    // They take turns, so that no two differ by more than what one slow answer shifts.
    expect(Math.min(...server.requests)).toBeGreaterThan(requests / 8);
  });
});

describe('a rate that the server can not serve', () => {
  it('is counted as due, costs no memory, and ends with the pause', async () => {
    const spec = openSpec(await servers.listen(slowServer(10)), 1_000_000, {
      bodyBytes: answerBytes,
      connections: 2,
    });
    await run(spec, () => sleep(100));
    const { rssBytes } = await load.counters(spec.linkId);
    let pauseMs = 0;
    const { due, requests, errors } = await run(spec, async () => {
      await sleep(2_000);
      pauseMs = -performance.now();
    });
    pauseMs += performance.now();
    expect(errors).toEqual({});
    expect(due).toBeGreaterThanOrEqual(2_000_000);
    // Ten ms each on two connections, and the pause goes on for a while.
    expect(requests).toBeLessThanOrEqual(2 * 400);
    expect(requests).toBeGreaterThan(20);
    // Two million moments in an array of doubles would be 16 MB.
    expect((await load.counters(spec.linkId)).rssBytes - rssBytes).toBeLessThan(8_000_000);
    expect(pauseMs).toBeLessThan(3_000);
  });

  it('takes as long as it takes: what is due at a pause is still sent, and the time that takes is counted as asked for', async () => {
    const spec = openSpec(await servers.listen(slowServer(10)), 800, {
      bodyBytes: answerBytes,
      connections: 4,
    });
    const { due, requests, offeredMs, latency } = await run(spec, () => sleep(500));
    expect(requests).toBe(due);
    expect(latency.count).toBe(due);
    // Four connections answer 400 a second at most.
    expect(requests / (offeredMs / 1000)).toBeLessThan(420);
  });

  it('is not lost at a pause in a stall: who waited longest is in the figures', async () => {
    const server = new StallingServer();
    const port = await servers.listen(server.server);
    const spec = openSpec(port, 200, { bodyBytes: answerBytes });
    server.standStill();
    const stalled = await run(spec, async () => {
      await sleep(1_000);
      // The answers come while the pause waits for them.
      setTimeout(() => server.goOn(), 100);
    });
    expect(stalled.requests).toBe(stalled.due);
    expect(stalled.latency.quantileMs(1)).toBeGreaterThan(1_000);
    expect(stalled.latency.quantileMs(0.5)).toBeGreaterThan(450);
    const fresh = await run(spec, () => sleep(500));
    expect(fresh.requests).toBe(fresh.due);
    expect(fresh.due).toBeGreaterThanOrEqual(98);
    expect(fresh.latency.quantileMs(0.5)).toBeLessThan(400);
  });

  it('is never sent past what a pause waits for, and counts as having waited at least so long', async () => {
    const server = new StallingServer();
    const spec = openSpec(await servers.listen(server.server), 200, { bodyBytes: answerBytes });
    server.standStill();
    const { due, requests, errors, latency } = await run(spec, async () => {
      await sleep(1_000);
      setTimeout(() => server.goOn(), 2_000);
    });
    expect(errors).toEqual({});
    expect(requests).toBe(4);
    expect(due).toBeGreaterThanOrEqual(200);
    expect(latency.count).toBe(due);
    expect(latency.quantileMs(0)).toBeGreaterThan(1_000);
    const fresh = await run(spec, () => sleep(300));
    expect(fresh.requests).toBe(fresh.due);
    expect(fresh.due).toBeLessThan(100);
  });
});

describe('short runs one after the other', () => {
  async function shortRuns(port: number, ratePerSec: number): Promise<{ due: number; offeredMs: number }> {
    const spec = openSpec(port, ratePerSec, { connections: 2 });
    let [due, offeredMs] = [0, 0];
    for (let slice = 0; slice < 12; slice++) {
      const part = await run(spec, () => sleep(130));
      expect(part.requests).toBe(part.due);
      due += part.due;
      offeredMs += part.offeredMs;
    }
    return { due, offeredMs };
  }

  it('ask for what the rate says, not for one more each time', async () => {
    const port = await app.listen({ linkId: 'short runs', protocol: 'h1' });
    // Beside each other, since all they do is wait.
    const rates = [1, 3, 100].map(async (ratePerSec) => {
      const { due, offeredMs } = await shortRuns(port, ratePerSec);
      expect(Math.abs(due - (offeredMs * ratePerSec) / 1000)).toBeLessThanOrEqual(1);
    });
    await Promise.all(rates);
  });

  it('count a far answer, for which a pause waits, at the rate at which it was asked for', async () => {
    const ratePerSec = 100;
    const spec = openSpec(await servers.listen(slowServer(200)), ratePerSec, {
      bodyBytes: answerBytes,
      connections: 64,
    });
    let [requests, offeredMs] = [0, 0];
    for (let slice = 0; slice < 4; slice++) {
      const part = await run(spec, () => sleep(500));
      requests += part.requests;
      offeredMs += part.offeredMs;
    }
    expect(requests / (offeredMs / 1000) / ratePerSec).toBeCloseTo(1, 1);
  });
});

describe('links', () => {
  it('count what is due in an open loop only, and go on where the fleet before left off', async () => {
    const port = await app.listen({ linkId: 'links', protocol: 'h1' });
    const spec = openSpec(port, 100);
    const linkId = spec.linkId;
    const first = await run(spec, () => sleep(200));
    const second = await run({ ...spec, workload: { ...spec.workload, connections: 2 } }, () => sleep(200));
    for (const { due, requests } of [first, second]) expect(requests).toBe(due);
    await run(loadSpec(port, {}, { linkId }), () => sleep(50));
    expect((await load.counters(linkId)).due).toBeUndefined();
    const third = await run(spec, () => sleep(200));
    expect(third.requests).toBe(third.due);
  });

  it('do not disturb each other: a pause of one that is quiet stops no other', async () => {
    const port = await app.listen({ linkId: 'two', protocol: 'h1' });
    const [one, other] = [openSpec(port, 100), openSpec(port, 100)];
    await load.start(one);
    const { requests, due } = await run(other, async () => {
      await load.pause(one.linkId);
      await sleep(300);
    });
    expect(due).toBeGreaterThanOrEqual(30);
    expect(requests).toBe(due);
  });
});
