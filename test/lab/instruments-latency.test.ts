import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LatencyHistogram } from '../../shared/latency.ts';
import { quantileOf } from '../helpers/median.ts';
import { forkLoad, type LoadUnderTest, loadSpec } from '../roles/role-under-test.ts';

/** Of the histogram: three significant digits. */
const DIGITS = 0.001;
const CONNECTIONS = 16;
const PROBES = 4;
const MEASURE_MS = 4000;
/** Until the probes' client is compiled. */
const PROBE_WARMUP_MS = 700;
/** Another length than the load's tells the probes' requests apart. */
const [LOAD_BYTES, PROBE_BYTES] = [256, 255];

let app: ChildProcess;
let load: LoadUnderTest;
let sleptMs: number[];
let measured: LatencyHistogram;
let onTheWayMs: number[];

/** One request by Node's own client. @returns by how much it was longer than the app had slept, ms */
function probe(port: number, agent: http.Agent): Promise<number> {
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path: `/${PROBE_BYTES}`, agent }, (response) => {
      response.resume().once('end', () => {
        resolve(performance.now() - startMs - Number(response.headers['slept-ms']));
      });
    });
    request.once('error', reject);
  });
}

/** From silence to silence, so that each request that one side counts is one of the other. */
async function measure(port: number): Promise<LatencyHistogram> {
  const spec = loadSpec(port, { connections: CONNECTIONS, bodyBytes: LOAD_BYTES });
  await load.start(spec);
  await sleep(MEASURE_MS);
  await load.pause(spec.linkId);
  const { latency, errors } = await load.counters(spec.linkId);
  expect(errors).toEqual({});
  return new LatencyHistogram(latency);
}

/** Probes beside the load, so that what slows one slows the other. */
async function probesUntil(isOver: () => boolean, port: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true });
  const startMs = performance.now();
  const waysMs: number[] = [];
  const loop = async () => {
    while (!isOver()) {
      const wayMs = await probe(port, agent);
      if (performance.now() > startMs + PROBE_WARMUP_MS) waysMs.push(wayMs);
    }
  };
  await Promise.all(Array.from({ length: PROBES }, loop));
  agent.destroy();
  return waysMs;
}

beforeAll(async () => {
  app = fork(path.resolve(import.meta.dirname, '../fixtures/sleeping-app.mjs'), { execArgv: [] });
  const { port } = z.object({ port: z.int() }).parse((await once(app, 'message'))[0]);
  load = await forkLoad();
  let isOver = false;
  const probing = probesUntil(() => isOver, port);
  await sleep(PROBE_WARMUP_MS);
  measured = await measure(port);
  isOver = true;
  onTheWayMs = await probing;
  app.send({ length: LOAD_BYTES });
  sleptMs = z.object({ sleptMs: z.array(z.number()) }).parse((await once(app, 'message'))[0]).sleptMs;
});
afterAll(async () => {
  app.kill('SIGKILL');
  await load.stop();
});

describe('latency of an app that sleeps a drawn time', () => {
  it('is of as many requests as the app has answered', () => {
    expect(measured.count).toBe(sleptMs.length);
    expect(measured.count).toBeGreaterThan(1000);
  });

  it.each([0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1])('is never less than what the app has slept: %f', (share) => {
    expect(measured.quantileMs(share)).toBeGreaterThanOrEqual(quantileOf(sleptMs, share) * (1 - DIGITS));
  });

  it.each([0.1, 0.25, 0.5, 0.75, 0.9, 0.99])(
    'is more by no more than the way there and back: %f',
    (share) => {
      // Every sleep with every way of a probe, whose client is a slower one than the load's.
      const ways = Array.from({ length: 100 }, (_, at) => quantileOf(onTheWayMs, (at + 0.5) / 100));
      const sums = sleptMs.flatMap((ms) => ways.map((wayMs) => ms + wayMs));
      expect(measured.quantileMs(share)).toBeLessThanOrEqual(quantileOf(sums, share) * (1 + DIGITS));
    },
  );
});
