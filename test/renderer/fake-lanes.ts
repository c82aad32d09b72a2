import type { Config } from '../../shared/config.ts';
import type { Lane } from '../../shared/timeline.ts';
import { hopsOf, isPassedOn, type TopologyId } from '../../shared/topologies.ts';
import { addedRttMs } from '../../shared/variant.ts';

/** TEST CODE: a made-up request through all hops of a topology. */

export function fakeLanes(topology: TopologyId, config: Config, noise: () => number): Lane[] {
  let atUs = 1e9;
  const rttUsOf = (hop: { readonly from: string }) => addedRttMs(hop, config.network) * 1000;
  const lanes: Lane[] = hopsOf(topology).map((hop, depth): Lane => {
    const connectStartUs = atUs;
    const reused = depth > 0;
    const connectedUs = connectStartUs + (reused ? -90_000 : 60 + noise() * 50);
    const rttUs = rttUsOf(hop);
    const securedUs = hop.security === 'tls' ? connectedUs + 900 + noise() * 300 + 2 * rttUs : undefined;
    const requestSentUs = reused ? atUs : (securedUs ?? connectedUs) + 25;
    atUs = requestSentUs + 120 + noise() * 60;
    const facts =
      securedUs === undefined
        ? {}
        : {
            securedUs,
            tlsVersion: `TLSv${config.tls.version}`,
            cipher: 'TLS_AES_256_GCM_SHA384',
            alpn: depth > 0 ? 'h2' : 'http/1.1',
            resumed: config.tls.resumption,
          };
    const connectAt = reused ? connectedUs - 80 : connectStartUs;
    return {
      ...hop,
      reused,
      connectStartUs: connectAt,
      connectedUs,
      ...facts,
      requestSentUs,
      firstByteUs: 0,
      lastByteUs: 0,
    };
  });
  // A forwarder of bytes sees no request, and times nothing.
  return lanes
    .filter((_, at) => !isPassedOn(hopsOf(topology), at))
    .toReversed()
    .map((lane, at) => {
      // A lane answers when those behind it have: their distances are in its waiting too.
      const fartherUs = lanes
        .slice(lanes.length - 1 - at)
        .reduce((sum, { from }) => sum + rttUsOf({ from }), 0);
      const firstByteUs = atUs + 260 + at * 140 + fartherUs;
      return { ...lane, firstByteUs, lastByteUs: firstByteUs + 40 + at * 25 };
    })
    .toReversed();
}
