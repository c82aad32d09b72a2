import type { HandshakeCapture } from '../../shared/api.ts';
import { speaksOnlyH1ToApp } from '../../shared/app-protocol.ts';
import type { Series } from '../../shared/series.ts';
import type { Anatomy } from '../../shared/tls/anatomy.ts';
import type { Side } from '../../shared/tls/capture.ts';
import { readAnatomy } from '../../shared/tls/read-anatomy.ts';
import { type Hop, hopName, hopsOf, isPassedOn } from '../../shared/topologies.ts';
import type { HandshakesByHop } from './reduce.ts';

/** What there is to see of one hop. */
export type HopView =
  | {
      readonly kind: 'handshake';
      readonly hop: Hop;
      /** What its serving end is called, where that is no tier of the lab's. */
      readonly serverName?: string;
      /** Whose clock the times are of. */
      readonly seenBy: Side;
      readonly takenAtMs: number;
      readonly anatomy: Anatomy;
    }
  /** It has TLS, and nothing was taken down yet. */
  | { readonly kind: 'waiting'; readonly hop: Hop }
  /** The bytes of the hop before it, unread. */
  | { readonly kind: 'passed-on'; readonly hop: Hop }
  | { readonly kind: 'plaintext'; readonly hop: Hop }
  /** A real engine dials: between two of them no process of ours gets these bytes, and an app can't end an HTTP/2 connection. */
  | { readonly kind: 'unseen'; readonly hop: Hop };

/** A capture never changes, and taking it apart costs some ms. */
const anatomies = new WeakMap<HandshakeCapture, Anatomy>();

function anatomyOf(seen: HandshakeCapture): Anatomy {
  const known = anatomies.get(seen) ?? readAnatomy(seen.capture);
  anatomies.set(seen, known);
  return known;
}

function hopView(hops: readonly Hop[], at: number, series: Series, taken: HandshakesByHop): HopView[] {
  const hop = hops[at];
  if (hop === undefined) return [];
  if (hop.security === 'plaintext') return [{ kind: 'plaintext', hop }];
  const seen = taken[hopName(hop)];
  if (seen !== undefined) {
    const { capture, takenAtMs } = seen;
    return [{ kind: 'handshake', hop, seenBy: capture.seenBy, takenAtMs, anatomy: anatomyOf(seen) }];
  }
  if (isPassedOn(hops, at)) return [{ kind: 'passed-on', hop }];
  const isEngines = hop.from !== 'client' && series.proxy !== 'builtin';
  const isTakenDown = !isEngines || (at === hops.length - 1 && speaksOnlyH1ToApp[series.proxy]);
  return [{ kind: isTakenDown ? 'waiting' : 'unseen', hop }];
}

/** Every hop of a series, from the client inwards, with the newest handshake that was taken down on it. */
export function hopViews(series: Series, taken: HandshakesByHop): HopView[] {
  const hops = hopsOf(series.topology);
  return hops.flatMap((_hop, at) => hopView(hops, at, series, taken));
}
