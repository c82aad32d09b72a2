import type { PlotLook } from '../../../shared/plot/vega-parts.ts';

/** The value of a CSS variable of the theme that is on, for `var(--x)` colours; another colour as it is. */
function colourValue(colour: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : colour;
}

/** The colours of the theme that is on, as values that mean something outside the window too. */
export function themeLook(isTransparent: boolean): PlotLook {
  return {
    ground: isTransparent ? undefined : colourValue('var(--panel)'),
    ink: colourValue('var(--ink)'),
    inkSoft: colourValue('var(--ink-soft)'),
    grid: colourValue('var(--grid)'),
    colourValue,
  };
}
