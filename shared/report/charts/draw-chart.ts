import type { Chart } from '../blocks.ts';
import { element } from '../markup.ts';
import { cpuChart } from './cpu-chart.ts';
import { curveChart } from './curve-chart.ts';
import { legend, picture } from './frame.ts';
import { rateChart } from './rate-chart.ts';

function drawnRows(chart: Chart, width: number) {
  switch (chart.kind) {
    case 'cpu':
      return cpuChart(chart.rows, width);
    case 'rate':
      return rateChart(chart.rows, width);
    case 'curves':
      return curveChart(chart.rows, width);
  }
}

/**
 * A chart as inline SVG whose colours are the page's CSS variables, with its legend.
 * @param id unique in the page
 * @param width px of the drawing
 */
export function drawChart(chart: Chart, id: string, width: number): string {
  const { drawn, height, legend: entries, description } = drawnRows(chart, width);
  const key = legend(entries, width);
  const shifted = element('g', { transform: `translate(0 ${key.height})` }, drawn);
  return picture(
    { id, title: chart.title, description },
    width,
    key.height + height,
    `${key.drawn}${shifted}`,
  );
}
