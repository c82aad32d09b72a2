import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WireLimits } from '../../electron/roles/wire-limits.ts';

describe('the limits of a wire to another machine', () => {
  it('let a second’s worth of connections through at once, and then so many a second', () => {
    let nowMs = 0;
    const limits = new WireLimits({ dialsPerSec: 5, lifetimeMs: 60_000 }, () => nowMs);
    const admitted = (tries: number) =>
      Array.from({ length: tries }).filter(() => limits.admits(new Socket())).length;
    expect(admitted(100)).toBe(5);
    nowMs += 400;
    expect(admitted(100)).toBe(2);
    nowMs += 30_000;
    expect(admitted(100)).toBe(5);
  });

  it('let nothing through once the time is over, and cut what is open', async () => {
    const limits = new WireLimits({ dialsPerSec: 5, lifetimeMs: 30 });
    limits.begin();
    const client = new Socket();
    const closed = new Promise((resolve) => client.once('error', resolve));
    expect(limits.admits(client)).toBe(true);
    await closed;
    expect(client.destroyed).toBe(true);
    expect(limits.admits(new Socket())).toBe(false);
  });
});
