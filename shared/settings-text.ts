import type { Network, Workload } from './config.ts';
import type { Point } from './result.ts';
import type { ServiceFacts } from './service.ts';
import { formatBytes, formatNumber, formatPerSec } from './units.ts';

/** How long connections are kept. */
export const reuseText = ({ reuse }: Pick<Workload, 'reuse'>): string =>
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

/** What a service of the user's own is asked, and how much it answers. */
function serviceText({ method, path, requestBytes, answerBytes, anyLength }: ServiceFacts): string {
  const sent = requestBytes > 0 ? ` with ${formatBytes(requestBytes, 'en')}` : '';
  return `your service: ${method} ${path}${sent}, ${anyLength ? 'at first ' : ''}${formatBytes(answerBytes, 'en')} answered`;
}

/** What a workload and a network ask for, in words; what TLS is asked for apart. */
export function workloadText(workload: Workload, network?: Network, service?: ServiceFacts): string {
  return [
    service === undefined
      ? `${workload.method} ${formatBytes(workload.bodyBytes, 'en')}`
      : serviceText(service),
    reuseText(workload),
    `${workload.connections} ${workload.connections === 1 ? 'connection' : 'connections'}`,
    protocolText(workload),
    loadText(workload),
    ...(network ? rttTexts(network) : []),
  ].join(' · ');
}

/** What was asked for, in one line: body, method, reuse, connections, protocol, load model, added RTTs, TLS. */
export function settingsText(
  point: Pick<Point, 'workload' | 'tls'> & Partial<Pick<Point, 'network' | 'service'>>,
): string {
  const { workload, tls, network, service } = point;
  return `${workloadText(workload, network, service)} · TLS ${tls.version}, ${tls.key}, resumption ${tls.resumption ? 'on' : 'off'}`;
}
