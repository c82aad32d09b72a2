/** The forms in which a whole run can be taken away as text, as the terminal names them. */
export const textFormats = ['json', 'csv', 'markdown', 'html', 'hgrm', 'openmetrics'] as const;
export type TextFormat = (typeof textFormats)[number];

/** The same in the window, which can print as well. */
export const runFormats = ['json', 'csv', 'markdown', 'html', 'pdf', 'hgrm', 'openmetrics'] as const;
export type RunFormat = (typeof runFormats)[number];
