import type { PlotLine, PlotShape } from '../../../shared/plot/plot.ts';
import type { Engine } from '../../../shared/words.ts';

/** As in shared/engine-marks.ts. */
const shapes: Readonly<Record<Engine, PlotShape | undefined>> = {
  builtin: undefined,
  nginx: 'circle',
  haproxy: 'square',
  envoy: 'triangle-up',
  caddy: 'diamond',
};

/** The mark that tells the engine of a line, as a part of it; none for the lab's own proxy. */
export function engineMark(proxy: Engine): Pick<PlotLine, 'mark'> {
  const shape = shapes[proxy];
  return shape ? { mark: { shape, on: 'some' } } : {};
}
