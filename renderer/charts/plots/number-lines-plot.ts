import type { LinesPlot, PlotAxis } from '../../../shared/plot/plot.ts';
import type { NumberLine } from '../../state/handshake-selectors.ts';
import { strokeOf } from '../NumberLines.tsx';

interface NumberAxes {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
}

/** Lines over numbers; what is modelled has no marks, for nothing was measured there. */
export function numberLinesPlot(
  lines: readonly NumberLine[],
  nameOf: (line: NumberLine) => string,
  axes: NumberAxes,
): LinesPlot {
  return {
    kind: 'lines',
    ...axes,
    lines: lines.map((line, at) => {
      const { stroke, strokeDasharray, strokeWidth } = strokeOf(at, line);
      return {
        name: nameOf(line),
        colour: stroke,
        dash: strokeDasharray,
        widthPx: strokeWidth,
        ...(line.isModelled ? {} : { mark: { shape: 'circle', on: 'each' } as const }),
        points: line.points,
      };
    }),
  };
}
