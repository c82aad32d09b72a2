import { describe, expect, it } from 'vitest';
import { type Tick, toSample } from '../../../electron/lab/sampler.ts';
import type { Counters } from '../../../shared/role-api.ts';

const counters: Counters = {
  atUs: 0,
  userUs: 0,
  systemUs: 0,
  rssBytes: 1,
  requests: 0,
  bytesIn: 0,
  bytesOut: 0,
  connectionsOpened: 0,
  handshakes: { full: 0, resumed: 0 },
  errors: {},
  lanes: [],
};

/** @param aheadMs of the wall clock */
const tickAt = (monotonicMs: number, aheadMs = 0): Tick => ({
  client: { ...counters, atUs: monotonicMs * 1000 },
  wires: [],
  machine: { busyMs: 0, stealMs: 0, labUs: 0, wallMs: 1e12 + monotonicMs + aheadMs, monotonicMs },
});

const window = { epoch: 0, slice: 0, turn: 0, topology: 'T0', proxy: 'builtin', afterGap: false } as const;

describe('a sample', () => {
  it('sees the machine sleep in its window', () => {
    expect(toSample(tickAt(0), tickAt(250), window).clockJumpMs).toBe(0);
    expect(toSample(tickAt(0), tickAt(250, 60_000), window).clockJumpMs).toBe(60_000);
  });

  it('sees that it slept since its variant was last looked at, while others had their turn', () => {
    const sample = toSample(tickAt(1000, 60_000), tickAt(1250, 60_000), window, tickAt(250));
    expect(sample).toMatchObject({ clockJumpMs: 60_000, windowMs: 250 });
  });
});
