import type { Engine } from './words.ts';

/** Half the size of a mark, px. */
export const markRadius = 3.6;

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const square = (x: number, y: number, r: number) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`;
const triangle = (x: number, y: number, r: number) =>
  `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}Z`;
const diamond = (x: number, y: number, r: number) =>
  `M${x} ${y - 1.35 * r}L${x + 1.35 * r} ${y}L${x} ${y + 1.35 * r}L${x - 1.35 * r} ${y}Z`;

/** Colour and dash tell topologies apart; a mark on the line tells its engine, in black-and-white print too. */
const shapes: Readonly<Record<Engine, ((x: number, y: number, r: number) => string) | undefined>> = {
  builtin: undefined,
  nginx: circle,
  haproxy: square,
  envoy: triangle,
  caddy: diamond,
};

/** The outline of an engine's mark round a point; undefined for the lab's own proxy, whose lines have none. */
export function markPath(proxy: Engine, x: number, y: number): string | undefined {
  return shapes[proxy]?.(x, y, markRadius);
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The places on a line that are nearest to where marks are wanted; none where the line does not come near.
 * @param places of the line, px
 * @param wanted x of the marks, px
 */
export function markPlaces(places: readonly Place[], wanted: readonly number[], reach = 12): Place[] {
  return wanted.flatMap((x) => {
    const near = places.reduce<Place | undefined>(
      (best, place) => (best && Math.abs(best.x - x) <= Math.abs(place.x - x) ? best : place),
      undefined,
    );
    return near && Math.abs(near.x - x) <= reach ? [near] : [];
  });
}
