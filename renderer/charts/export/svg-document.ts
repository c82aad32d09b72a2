import { markPath } from '../../../shared/engine-marks.ts';
import type { Engine } from '../../../shared/words.ts';

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
}

const namespace = 'http://www.w3.org/2000/svg';
const margin = 16;
const titleHeight = 26;
const legendHeight = 22;
const captionLine = 15;
const captionSize = 11;

/** What an element looks like; written on it as attributes, since a file alone has neither our CSS nor `style`. */
const carriedProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'visibility',
  'paint-order',
] as const;
const droppedAttributes = ['class', 'style', 'tabindex', 'role', 'aria-label', 'aria-hidden'];

function carryLooks(from: Element, to: Element): void {
  const looks = getComputedStyle(from);
  for (const property of carriedProperties) {
    const value = looks.getPropertyValue(property);
    if (value) to.setAttribute(property, value);
  }
  for (const attribute of droppedAttributes) to.removeAttribute(attribute);
  for (const [at, child] of [...from.children].entries()) {
    const copy = to.children[at];
    if (copy) carryLooks(child, copy);
  }
}

function element(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** The value of a CSS variable of the theme that is on, for `var(--x)` colours. */
function resolved(colour: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : colour;
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

interface Look {
  readonly ink: string;
  readonly soft: string;
  readonly ground: string;
  readonly family: string;
}

function lookOfTheme(): Look {
  return {
    ink: resolved('var(--ink)'),
    soft: resolved('var(--ink-soft)'),
    ground: resolved('var(--panel)'),
    family: getComputedStyle(document.body).fontFamily,
  };
}

function legendSample(item: LegendItem, x: number, y: number): SVGElement[] {
  const fill = resolved(item.colour);
  if (item.kind === 'box')
    return [element('rect', { x: x + 6, y: y - 10, width: 12, height: 12, fill, rx: 2 })];
  const line = { d: `M${x} ${y - 4}h22`, stroke: fill, 'stroke-width': item.width ?? 2.5, fill: 'none' };
  const dash: Record<string, string> = item.dash ? { 'stroke-dasharray': item.dash } : {};
  const mark = item.proxy && markPath(item.proxy, x + 11, y - 4);
  return [element('path', { ...line, ...dash }), ...(mark ? [element('path', { d: mark, fill })] : [])];
}

/** As many rows as the entries need: ten series are wider than a chart. */
function legendRows(items: readonly LegendItem[], look: Look, maxWidth: number) {
  const key = element('g', { 'font-family': look.family, 'font-size': 12, fill: look.ink });
  let x = 0;
  let row = 0;
  for (const item of items) {
    const width = 27 + widthOfText(item.label, `12px ${look.family}`);
    if (x > 0 && x + width > maxWidth) {
      x = 0;
      row += 1;
    }
    const y = row * legendHeight;
    key.append(...legendSample(item, x, y), element('text', { x: x + 27, y }, item.label));
    x += width + 18;
  }
  return { key, height: items.length > 0 ? (row + 1) * legendHeight : 0 };
}

export interface StandaloneSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** A chart as an SVG file that looks the same alone: title, legend, chart, caption, in the colours of the theme. */
export function standaloneSvg({ chart, title, legend, caption }: ChartDocument): StandaloneSvg {
  const look = lookOfTheme();
  const box = chart.getBoundingClientRect();
  const width = Math.ceil(box.width) + margin * 2;
  const font = `${captionSize}px ${look.family}`;
  const lines = caption.flatMap((text) => wrap(text, box.width, font));
  const { key, height: legendsHeight } = legendRows(legend, look, box.width);
  const top = margin + titleHeight + legendsHeight;
  const height = Math.ceil(top + box.height + lines.length * captionLine + margin * 1.5);

  const copy = chart.cloneNode(true);
  const root = element('svg', { xmlns: namespace, width, height, viewBox: `0 0 ${width} ${height}` });
  const heading = { x: margin, y: margin + 14, fill: look.ink, 'font-family': look.family, 'font-size': 16 };
  root.append(
    element('rect', { width, height, fill: look.ground }),
    element('text', { ...heading, 'font-weight': 600 }, title),
  );
  key.setAttribute('transform', `translate(${margin} ${margin + titleHeight + 10})`);
  root.append(key);
  if (copy instanceof SVGSVGElement) {
    carryLooks(chart, copy);
    for (const [name, value] of Object.entries({ x: margin, y: top, width: box.width, height: box.height }))
      copy.setAttribute(name, String(value));
    root.append(copy);
  }
  for (const [at, line] of lines.entries()) {
    const y = top + box.height + margin + at * captionLine;
    const looks = { fill: look.soft, 'font-family': look.family, 'font-size': captionSize };
    root.append(element('text', { x: margin, y, ...looks }, line));
  }
  return { text: new XMLSerializer().serializeToString(root), width, height };
}
