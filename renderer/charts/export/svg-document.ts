import { markPath } from '../../../shared/engine-marks.ts';
import type { PlotLook } from '../../../shared/plot/vega-parts.ts';
import type { Engine } from '../../../shared/words.ts';
import { carryLooks } from './plain-looks.ts';

/** An entry of a legend, drawn beside the chart and into exported files alike. */
export interface LegendItem {
  readonly label: string;
  readonly kind: 'box' | 'line';
  readonly colour: string;
  readonly dash?: string | undefined;
  readonly width?: number;
  /** Of a line: the engine whose mark it has. */
  readonly proxy?: Engine;
  readonly hatched?: boolean;
  /** Left out in the window, where the cards and the labels in the chart say it. */
  readonly fileOnly?: boolean;
}

export interface ChartDocument {
  readonly chart: SVGSVGElement;
  readonly title: string;
  readonly legend: readonly LegendItem[];
  /** Settings, machine, date, warnings: what a figure needs to be believed away from its window. */
  readonly caption: readonly string[];
  readonly look: PlotLook;
}

const namespace = 'http://www.w3.org/2000/svg';
const margin = 16;
const titleHeight = 26;
const legendHeight = 22;
const captionLine = 15;
const captionSize = 11;
/** Fonts that most machines have, with the letters of both languages; where none is, any without serifs will do. */
const family = 'Arial, Helvetica, "Liberation Sans", "DejaVu Sans", sans-serif';

function element(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

function widthOfText(text: string, font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 7;
  context.font = font;
  return context.measureText(text).width;
}

/** Breaks a text at spaces so that no line is wider than the chart. */
function wrap(text: string, maxWidth: number, font: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && widthOfText(longer, font) > maxWidth) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function legendSample(item: LegendItem, x: number, y: number, { colourValue }: PlotLook): SVGElement[] {
  const fill = colourValue(item.colour);
  if (item.kind === 'box')
    return [element('rect', { x: x + 6, y: y - 10, width: 12, height: 12, fill, rx: 2 })];
  const line = { d: `M${x} ${y - 4}h22`, stroke: fill, 'stroke-width': item.width ?? 2.5, fill: 'none' };
  const dash: Record<string, string> = item.dash ? { 'stroke-dasharray': item.dash } : {};
  const mark = item.proxy && markPath(item.proxy, x + 11, y - 4);
  return [element('path', { ...line, ...dash }), ...(mark ? [element('path', { d: mark, fill })] : [])];
}

/** As many rows as the entries need: ten series are wider than a chart. */
function legendRows(items: readonly LegendItem[], look: PlotLook, maxWidth: number) {
  const key = element('g', { 'font-size': 12, fill: look.ink });
  let x = 0;
  let row = 0;
  for (const item of items) {
    const width = 27 + widthOfText(item.label, `12px ${family}`);
    if (x > 0 && x + width > maxWidth) {
      x = 0;
      row += 1;
    }
    const y = row * legendHeight;
    key.append(...legendSample(item, x, y, look), element('text', { x: x + 27, y }, item.label));
    x += width + 18;
  }
  return { key, height: items.length > 0 ? (row + 1) * legendHeight : 0 };
}

export interface StandaloneSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** The chart itself, at its place in the file. */
function drawingAt(chart: SVGSVGElement, y: number): SVGElement[] {
  const copy = chart.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return [];
  carryLooks(chart, copy);
  const { width, height } = chart.getBoundingClientRect();
  for (const [name, value] of Object.entries({ x: margin, y, width, height }))
    copy.setAttribute(name, String(value));
  return [copy];
}

/** A chart as an SVG file that looks the same alone: title, legend, chart, caption, in the colours of the theme. */
export function standaloneSvg({ chart, title, legend, caption, look }: ChartDocument): StandaloneSvg {
  const box = chart.getBoundingClientRect();
  const width = Math.ceil(box.width) + margin * 2;
  const lines = caption.flatMap((text) => wrap(text, box.width, `${captionSize}px ${family}`));
  const { key, height: legendsHeight } = legendRows(legend, look, box.width);
  const top = margin + titleHeight + legendsHeight;
  const height = Math.ceil(top + box.height + lines.length * captionLine + margin * 1.5);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const root = element('svg', { xmlns: namespace, role: 'img', ...size, 'font-family': family });
  const heading = { x: margin, y: margin + 14, fill: look.ink, 'font-size': 16, 'font-weight': 600 };
  root.append(
    element('title', {}, title),
    element('desc', {}, caption.join('\n')),
    ...(look.ground === undefined ? [] : [element('rect', { width, height, fill: look.ground })]),
    element('text', heading, title),
  );
  key.setAttribute('transform', `translate(${margin} ${margin + titleHeight + 10})`);
  root.append(key, ...drawingAt(chart, top));
  for (const [at, line] of lines.entries()) {
    const y = top + box.height + margin + at * captionLine;
    root.append(element('text', { x: margin, y, fill: look.inkSoft, 'font-size': captionSize }, line));
  }
  return { text: new XMLSerializer().serializeToString(root), width, height };
}
