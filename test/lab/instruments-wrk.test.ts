import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LatencyHistogram } from '../../shared/latency.ts';
import type { Counters, ListenSpec, LoadSpec } from '../../shared/role-api.ts';
import { median } from '../helpers/median.ts';
import { missing, outputOf } from '../helpers/programs.ts';
import {
  forkApp,
  forkLoad,
  type LoadUnderTest,
  loadSpec,
  type ServerUnderTest,
} from '../roles/role-under-test.ts';

const obstacle = missing('wrk', '-v');
const CONNECTIONS = 4;
const ROUNDS = 5;
const ROUND_S = 1;

const unitUs: Record<string, number> = { us: 1, ms: 1000, s: 1_000_000 };

/** @param value as wrk writes it: `71.00us` */
function wrkUs(value: string | undefined): number {
  const [, number, unit = ''] = /^([\d.]+)(us|ms|s)$/.exec(value ?? '') ?? [];
  return Number(number) * (unitUs[unit] ?? Number.NaN);
}

interface Round {
  readonly p50Us: number;
  /** As the generator counts them, and as the app does. */
  readonly requests: number;
  readonly served: number;
}

const title = obstacle === undefined ? '' : ` (skipped: ${obstacle})`;
describe.skipIf(obstacle !== undefined)(`requests and latency against wrk${title}`, () => {
  let app: ServerUnderTest<ListenSpec>;
  let load: LoadUnderTest;
  let port: number;
  const rounds: { ours: Round[]; wrks: Round[] } = { ours: [], wrks: [] };

  async function ofApp<T>(use: () => Promise<T>): Promise<{ result: T; served: number }> {
    const before = (await app.counters('wrk')).requests;
    const result = await use();
    return { result, served: (await app.counters('wrk')).requests - before };
  }

  async function ours(spec: LoadSpec): Promise<Round> {
    const before = await load.counters(spec.linkId);
    const { result, served } = await ofApp(async (): Promise<Counters> => {
      await load.start(spec);
      await sleep(ROUND_S * 1000);
      await load.pause(spec.linkId);
      return load.counters(spec.linkId);
    });
    const p50Us = new LatencyHistogram(result.latency).quantileMs(0.5) * 1000;
    return { p50Us, requests: result.requests - before.requests, served };
  }

  async function wrks(): Promise<Round> {
    const address = `http://127.0.0.1:${port}/256`;
    const flags = ['-t1', `-c${CONNECTIONS}`, `-d${ROUND_S}s`, '--latency'];
    const { result, served } = await ofApp(() => outputOf('wrk', ...flags, address));
    const p50Us = wrkUs(/^\s*50%\s+(\S+)/m.exec(result)?.[1]);
    return { p50Us, requests: Number(/(\d+) requests in/.exec(result)?.[1]), served };
  }

  beforeAll(async () => {
    [app, load] = await Promise.all([forkApp(), forkLoad()]);
    port = await app.listen({ linkId: 'wrk', protocol: 'h1' });
    const spec = loadSpec(port, { connections: CONNECTIONS });
    // Both sides compile in their first second; then the two take turns, so that noise falls on both.
    await ours(spec);
    await load.keepOnly([spec.linkId]);
    for (let round = 0; round < ROUNDS; round++) {
      rounds.ours.push(await ours(spec));
      rounds.wrks.push(await wrks());
    }
  });
  afterAll(() => Promise.all([app.stop(), load.stop()]));

  it('the median agrees within 10 % or 30 µs', () => {
    const [ourUs, theirUs] = [rounds.ours, rounds.wrks].map((all) => median(all.map((one) => one.p50Us)));
    if (ourUs === undefined || theirUs === undefined) throw new Error('Both were measured.');
    expect(Math.abs(ourUs - theirUs), `${ourUs} µs, wrk ${theirUs} µs`).toBeLessThan(
      Math.max(30, theirUs * 0.1),
    );
  });

  it('the app counts every request that a generator counts, and no more than were under way at its end', () => {
    for (const { requests, served } of rounds.ours) expect(served).toBe(requests);
    for (const { requests, served } of rounds.wrks) {
      expect(served).toBeGreaterThanOrEqual(requests);
      expect(served - requests).toBeLessThanOrEqual(CONNECTIONS);
    }
  });
});
