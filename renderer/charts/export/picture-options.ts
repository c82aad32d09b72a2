import { createStore } from 'zustand/vanilla';

/** Pixels of a saved picture per pixel of the window. */
export const pictureScales = [1, 2, 3, 4] as const;

export interface PictureOptions {
  readonly scale: (typeof pictureScales)[number];
  /** No ground under the chart, of a PNG, an SVG or a Vega-Lite file. */
  readonly isTransparent: boolean;
}

/** How pictures are saved: one choice for all charts, for as long as the window is open. */
export const pictureOptions = createStore<PictureOptions>(() => ({ scale: 2, isTransparent: false }));
