import { describe, expect, it } from 'vitest';
import { type Point, runSchema } from '../../shared/result.ts';
import { enginesHere } from '../helpers/engines.ts';
import { runCli } from '../helpers/terminal.ts';

const engines = await enginesHere();

/** One short point per topology and engine: the load generator verifies status and body length of each answer. */
async function pointsOf(...flags: string[]): Promise<Point[]> {
  const times = ['--duration', '0.5', '--warmup', '0.2'];
  const { code, stdout, stderr } = await runCli(
    'run',
    '--proxy',
    engines.join(','),
    ...times,
    '--json',
    ...flags,
  );
  expect(`${code} ${stderr}`).toBe('0 ');
  const { points } = runSchema.parse(JSON.parse(stdout));
  for (const { errors, requests } of points) {
    expect(errors).toEqual({ total: 0, byKind: {} });
    expect(requests).toBeGreaterThan(0);
  }
  return points;
}

const playedIn = (points: readonly Point[]) => points.map(({ engines: played }) => played.proxy?.name);

describe.skipIf(engines.length === 0)('every engine as the proxy', () => {
  it.each([
    ['h1', '1.3', 'GET', '256'],
    ['h2', '1.3', 'GET', '65536'],
    ['h1', '1.2', 'POST', '65536'],
    ['h2', '1.2', 'POST', '0'],
    ['h1', '1.3', 'GET', '16777216'],
  ])('serves T2 and T3 over %s and TLS %s: %s of %s bytes', async (protocol, version, method, body) => {
    const shape = ['--protocol', protocol, '--tls', version, '--method', method, '--body', body];
    const points = await pointsOf('--topology', 'T2,T3', '--connections', '4', ...shape);
    expect(points.map(({ topology }) => topology)).toEqual([
      ...engines.map(() => 'T2'),
      ...engines.map(() => 'T3'),
    ]);
    expect(playedIn(points)).toEqual([...engines, ...engines]);
    const alpn = protocol === 'h2' ? 'h2' : 'http/1.1';
    for (const { hops, warnings } of points) {
      expect(hops[0]).toMatchObject({ tlsVersion: `TLSv${version}`, alpn });
      expect(warnings.map(({ code }) => code)).not.toContain('not-as-asked');
    }
  });

  it('reuses its connections to the app: far fewer handshakes than requests', async () => {
    for (const { hops, requests, warnings } of await pointsOf('--topology', 'T3', '--connections', '32')) {
      const { full = 0, resumed = 0 } = hops[1]?.handshakes ?? {};
      expect(full + resumed).toBeGreaterThan(0);
      expect(full + resumed).toBeLessThan(requests * 0.05);
      expect(warnings.map(({ code }) => code)).not.toContain('inner-hop-rehandshakes');
    }
  });

  it('resumes new connections when that is on, and none when it is off', async () => {
    const anew = ['--topology', 'T2', '--reuse', 'new', '--connections', '4'];
    for (const { hops } of await pointsOf(...anew, '--resume', 'on')) {
      const { full = 0, resumed = 0 } = hops[0]?.measuredHandshakes ?? {};
      expect(resumed).toBeGreaterThan(full);
    }
    for (const { hops } of await pointsOf(...anew, '--resume', 'off')) {
      expect(hops[0]?.handshakes?.full).toBeGreaterThan(0);
      expect(hops[0]?.handshakes?.resumed).toBe(0);
    }
  });

  it('spends CPU and holds memory, which are counted as the proxy’s; its bytes are not known', async () => {
    for (const { tiers } of await pointsOf('--topology', 'T2')) {
      expect(tiers.proxy?.cpuUsPerRequest?.mean).toBeGreaterThan(1);
      expect(tiers.proxy?.rssBytes).toBeGreaterThan(1_000_000);
      expect(tiers.proxy?.bytesIn).toBeUndefined();
    }
  });
});
