import { describe, expect, it } from 'vitest';
import { ServiceGate } from '../../../electron/lab/service/service-gate.ts';
import { defaultConfig } from '../../../shared/config.ts';
import { type Confirmed, nothingConfirmed, type Service } from '../../../shared/service.ts';

const { workload } = defaultConfig;
const open = (ratePerSec: number, connections = 10) => ({
  ...workload,
  connections,
  load: { kind: 'open', ratePerSec } as const,
});
const at = (plaintextUrl: string): Service => ({
  plaintextUrl,
  method: 'GET',
  headers: [],
  anyLength: false,
});
const names: Record<string, string[]> = {
  'here.test': ['::1', '127.0.0.1'],
  'away.test': ['192.0.2.7'],
  'both.test': ['127.0.0.1', '192.0.2.7'],
  'none.test': [],
};

function gateWith(confirmed: Confirmed) {
  let nowMs = 0;
  const resolve = async (host: string) => {
    const addresses = names[host];
    if (addresses === undefined) throw new Error('ENOTFOUND');
    return addresses;
  };
  const gate = new ServiceGate(confirmed, resolve, () => nowMs);
  return { gate, pass: (ms: number) => (nowMs += ms) };
}

const confirmed: Confirmed = {
  hosts: [{ host: 'away.test', ratePerSec: 50, timeS: 60 }],
  commands: ['npm start'],
};

describe('the gate to a service of one’s own', () => {
  it.each([
    ['http://127.0.0.1:8080/', ['127.0.0.1']],
    ['http://127.9.9.9/', ['127.9.9.9']],
    ['http://[::1]:8080/', ['::1']],
    ['http://here.test/', ['127.0.0.1', '::1']],
  ])('opens to %s, whatever the load', async (url, addresses) => {
    const { gate } = gateWith(nothingConfirmed);
    expect(await gate.admit(at(url), 'plaintext', workload)).toEqual({ addresses, caps: undefined });
  });

  it.each([
    'http://192.0.2.7/',
    'http://0.0.0.0/',
    'http://[::ffff:192.0.2.7]/',
    'http://away.test/',
    'http://both.test/',
  ])('stays shut to %s until that host is confirmed', async (url) => {
    const { gate } = gateWith(nothingConfirmed);
    const answer = gate.admit(at(url), 'plaintext', open(1, 1));
    await expect(answer).rejects.toMatchObject({ fault: { code: 'not-confirmed' } });
  });

  it('opens to a confirmed host by its own name only, not by its address nor to another', async () => {
    const { gate } = gateWith(confirmed);
    const { addresses, caps } = await gate.admit(at('http://AWAY.test/'), 'plaintext', open(50));
    expect({ addresses, caps }).toMatchObject({ addresses: ['192.0.2.7'], caps: { ratePerSec: 50 } });
    for (const url of ['http://192.0.2.7/', 'http://both.test/']) {
      await expect(gate.admit(at(url), 'plaintext', open(50))).rejects.toMatchObject({
        fault: { code: 'not-confirmed' },
      });
    }
  });

  it.each([
    ['a closed loop', workload],
    ['a higher rate', open(51)],
    ['more connections than requests per second', open(50, 51)],
  ])('keeps a confirmed host from %s', async (_what, load) => {
    const { gate } = gateWith(confirmed);
    await expect(gate.admit(at('http://away.test/'), 'plaintext', load)).rejects.toMatchObject({
      fault: { code: 'bad-service', allowed: expect.stringContaining('50 requests/s') },
    });
  });

  it('counts the time from the first load on, and anew only when the user asks for another measurement', async () => {
    const { gate, pass } = gateWith(confirmed);
    gate.begin();
    const admit = () => gate.admit(at('http://away.test/'), 'plaintext', open(50));
    pass(100_000);
    const { caps } = await admit();
    if (caps === undefined) throw new Error('A host that is not this machine has caps.');
    gate.startClock(caps);
    pass(59_000);
    // A restart, or another topology of the same measurement, has no time of its own.
    gate.startClock(caps);
    expect(caps.remainingMs()).toBe(1_000);
    pass(1_000);
    expect(() => gate.assertInTime(caps)).toThrow(/ended after 60 s/);
    await expect(admit()).rejects.toMatchObject({ fault: { code: 'time-cap-reached' } });
    gate.begin();
    expect((await admit()).caps?.remainingMs()).toBe(60_000);
  });

  it('starts only the commands that were typed or confirmed', () => {
    const { gate } = gateWith(confirmed);
    const started = (command: string) => () =>
      gate.assertMayStart({ ...at('http://127.0.0.1/'), process: { kind: 'command', command } });
    expect(started('npm start')).not.toThrow();
    expect(started('npm start; rm -rf .')).toThrow(/not confirmed/);
  });

  it.each(['http://none.test/', 'http://unknown.test/'])('says that %s can’t be found', async (url) => {
    const { gate } = gateWith(confirmed);
    await expect(gate.admit(at(url), 'plaintext', workload)).rejects.toMatchObject({
      fault: { code: 'service-unusable' },
    });
  });
});
