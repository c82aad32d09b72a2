/** What an element looks like; written on it as attributes, since a file alone has none of our CSS. */
const inheritedProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'font-size',
  'font-weight',
  'text-anchor',
  'visibility',
  'paint-order',
] as const;
const droppedAttributes = [
  'class',
  'style',
  'tabindex',
  'role',
  'aria-label',
  'aria-hidden',
  'font-family',
  'dominant-baseline',
];

/** How far below the line that a text is set on its letters stand, em; near enough for every sans-serif font. */
const baselineShiftEm: Readonly<Record<string, number>> = { central: 0.35, hanging: 0.72 };

/** Chromium writes `url("#x")`; some programs know only the form without quotes. */
const unquoted = (value: string) => value.replace(/^url\("(#[^"]+)"\)$/, 'url($1)');

/**
 * Moves a text by `dy` to where `dominant-baseline` had put it: Inkscape does not know that property, and takes `dy` in
 * em from the wrong font size.
 */
function plainBaseline(looks: CSSStyleDeclaration, to: Element): void {
  const sizePx = Number.parseFloat(looks.fontSize);
  const given = /^(-?[\d.]+)em$/.exec(to.getAttribute('dy') ?? '')?.[1];
  const shiftEm = to.tagName === 'text' ? (baselineShiftEm[looks.dominantBaseline] ?? 0) : 0;
  const dyPx = (Number(given ?? 0) + shiftEm) * sizePx;
  if (given !== undefined || shiftEm !== 0) to.setAttribute('dy', dyPx.toFixed(2));
}

/** How wide a space is, em. */
const spaceEm = 0.3;

/** Some programs drop the space that a part of a line begins with: a step to the right stands for it. */
function plainLeadingSpace({ fontSize }: CSSStyleDeclaration, to: Element): void {
  const { firstChild } = to;
  if (!(firstChild instanceof Text) || !firstChild.data.startsWith(' ')) return;
  firstChild.data = firstChild.data.slice(1);
  to.setAttribute('dx', (spaceEm * Number.parseFloat(fontSize)).toFixed(2));
}

/**
 * Gives a copy the looks that the original has in the window, as plain attributes: no CSS, no variables, no baselines.
 * The font's family is left to the root of the file.
 */
export function carryLooks(from: Element, to: Element, outer?: CSSStyleDeclaration): void {
  const looks = getComputedStyle(from);
  for (const property of inheritedProperties) {
    const value = unquoted(looks.getPropertyValue(property));
    if (value === unquoted(outer?.getPropertyValue(property) ?? '')) to.removeAttribute(property);
    else to.setAttribute(property, value);
  }
  if (looks.opacity === '1') to.removeAttribute('opacity');
  else to.setAttribute('opacity', looks.opacity);
  plainBaseline(looks, to);
  if (to.tagName === 'tspan') plainLeadingSpace(looks, to);
  for (const attribute of droppedAttributes) to.removeAttribute(attribute);
  for (const [at, child] of [...from.children].entries()) {
    const copy = to.children[at];
    if (copy) carryLooks(child, copy, looks);
  }
}
