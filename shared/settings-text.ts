import type { Network, Workload } from './config.ts';
import type { Point } from './result.ts';
import { formatBytes, formatNumber, formatPerSec } from './units.ts';

const reuseText = ({ reuse }: Workload) =>
  typeof reuse === 'number' ? `${reuse} requests/connection` : reuse;

const protocolText = ({ protocol, streamsPerConnection }: Workload) =>
  protocol === 'h2' ? `HTTP/2 × ${streamsPerConnection} streams` : 'HTTP/1.1';

const loadText = ({ load }: Workload) =>
  load.kind === 'open' ? `open loop at ${formatPerSec(load.ratePerSec, 'en')}/s` : 'closed loop';

/** The delays that are there; a hop without one needs no word. */
function rttTexts({ innerRttMs, outerRttMs, innerWire }: Network): string[] {
  const text = (name: string, rttMs: number) =>
    rttMs > 0 ? [`${name} RTT ${formatNumber(rttMs, 'en')} ms`] : [];
  const control = innerWire === true && innerRttMs === 0 ? ['inner wire without a delay'] : [];
  return [...text('outer', outerRttMs), ...text('inner', innerRttMs), ...control];
}

/** What a workload and a network ask for, in words; what TLS is asked for apart. */
export function workloadText(workload: Workload, network?: Network): string {
  return [
    `${workload.method} ${formatBytes(workload.bodyBytes, 'en')}`,
    reuseText(workload),
    `${workload.connections} ${workload.connections === 1 ? 'connection' : 'connections'}`,
    protocolText(workload),
    loadText(workload),
    ...(network ? rttTexts(network) : []),
  ].join(' · ');
}

/** What was asked for, in one line: body, method, reuse, connections, protocol, load model, added RTTs, TLS. */
export function settingsText(
  point: Pick<Point, 'workload' | 'tls'> & Partial<Pick<Point, 'network'>>,
): string {
  const { workload, tls, network } = point;
  return `${workloadText(workload, network)} · TLS ${tls.version}, ${tls.key}, resumption ${tls.resumption ? 'on' : 'off'}`;
}
