import { formatBytes, formatMs, formatPercent, formatPerSec } from '../units.ts';
import type { Traffic } from './traffic.ts';

const percent = (share: number) => formatPercent(share, 'en');

function distancesText({ outerRttMs, innerRttMs }: Traffic): string[] {
  const text = (name: string, rttMs: number) => (rttMs > 0 ? [`${name} RTT ${formatMs(rttMs, 'en')}`] : []);
  return [...text('outer', outerRttMs), ...text('inner', innerRttMs)];
}

/** The traffic that is planned for, on one line, in English. */
export function trafficText(traffic: Traffic): string {
  const { bodies, requestsPerSec, newConnectionsPerRequest, shareResumed, headroom, protocol } = traffic;
  const sizes = bodies.map(({ bodyBytes, share }) =>
    share === 1 ? formatBytes(bodyBytes, 'en') : `${percent(share)} ${formatBytes(bodyBytes, 'en')}`,
  );
  return [
    `${formatPerSec(requestsPerSec, 'en')} requests/s`,
    `bodies ${sizes.join(' + ')}`,
    `${percent(newConnectionsPerRequest)} on new connections, ${percent(shareResumed)} of them resumed`,
    `${percent(headroom)} of each core left free`,
    protocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1',
    ...distancesText(traffic),
  ].join(' · ');
}
