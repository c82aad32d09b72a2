import type { Network } from '../../shared/config.ts';
import type { Lane } from '../../shared/timeline.ts';
import { addedRttMs } from '../../shared/variant.ts';

export const spanKinds = ['connect', 'tls', 'waiting', 'receiving'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** A stretch of time on a lane, µs from the first event of the client's hop. */
export interface Span {
  readonly kind: SpanKind;
  readonly startUs: number;
  readonly endUs: number;
}

export interface LaneDrawing {
  readonly lane: Lane;
  readonly spans: readonly Span[];
}

export interface TimelineDrawing {
  readonly lanes: readonly LaneDrawing[];
  readonly durationUs: number;
}

/** On a connection that was open already, connecting and securing took place before: they are not drawn. */
function spansOf(lane: Lane, zeroUs: number): Span[] {
  const opening: Span[] = lane.reused
    ? []
    : [
        { kind: 'connect', startUs: lane.connectStartUs, endUs: lane.connectedUs },
        ...(lane.securedUs === undefined
          ? []
          : [{ kind: 'tls', startUs: lane.connectedUs, endUs: lane.securedUs } as const]),
      ];
  const exchange: Span[] = [
    { kind: 'waiting', startUs: lane.requestSentUs, endUs: lane.firstByteUs },
    { kind: 'receiving', startUs: lane.firstByteUs, endUs: lane.lastByteUs },
  ];
  return [...opening, ...exchange].map(({ kind, startUs, endUs }) => ({
    kind,
    startUs: startUs - zeroUs,
    endUs: endUs - zeroUs,
  }));
}

/** Lanes on one time axis that begins with the first event of the client's hop; undefined when there is no lane. */
export function toTimelineDrawing(lanes: readonly Lane[]): TimelineDrawing | undefined {
  const outer = lanes[0];
  if (!outer) return undefined;
  const zeroUs = outer.reused ? outer.requestSentUs : outer.connectStartUs;
  const drawn = lanes.map((lane) => ({ lane, spans: spansOf(lane, zeroUs) }));
  const ends = drawn.flatMap(({ spans }) => spans.map((span) => span.endUs));
  return { lanes: drawn, durationUs: Math.max(1, ...ends) };
}

/**
 * The hops that were opened through a wire. The wire accepts the connection itself, at once, so that their TCP connect
 * looks as if nothing were delayed, and the phase after it has the round trip of both.
 */
export function lanesOpenedThroughWire(lanes: readonly Lane[], network: Network): Lane[] {
  return lanes.filter((lane) => !lane.reused && addedRttMs(lane, network) > 0);
}
