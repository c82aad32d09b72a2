import { describe, expect, it } from 'vitest';
import { memoryChannelPair, openPeer } from '../../shared/channel.ts';
import { LabError } from '../../shared/fault.ts';

function pairOf(calls: object) {
  const [near, far] = memoryChannelPair();
  openPeer(far, calls);
  return openPeer(near, {});
}

describe('openPeer', () => {
  it('answers a call with its value', async () => {
    const peer = pairOf({ add: async (a: number, b: number) => a + b });
    expect(await peer.call('add', 2, 3)).toBe(5);
  });

  it('carries a fault across with its code and message', async () => {
    const peer = pairOf({
      fail: async () => {
        throw new LabError({ code: 'target-unreachable', message: 'Nothing listens there.', field: 'port' });
      },
    });
    await expect(peer.call('fail')).rejects.toMatchObject({
      fault: { code: 'target-unreachable', message: 'Nothing listens there.', field: 'port' },
    });
  });

  it('carries an unforeseen error across as an internal fault with its message', async () => {
    const peer = pairOf({
      fail: async () => {
        throw new TypeError('x is not a function');
      },
    });
    await expect(peer.call('fail')).rejects.toMatchObject({
      fault: { code: 'internal', message: 'x is not a function' },
    });
  });

  it('lets no inherited name be called', async () => {
    const peer = pairOf({ add: async () => 1 });
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      await expect(peer.call(name)).rejects.toThrow();
    }
  });

  it('rejects the calls that are open when it closes', async () => {
    const peer = pairOf({ never: () => new Promise(() => {}) });
    const open = peer.call('never');
    peer.close();
    await expect(open).rejects.toMatchObject({ fault: { code: 'connection-lost' } });
  });
});
