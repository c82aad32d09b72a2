/** The runs of the suite, by the letters of BRIEF.md. What each measures is in `experiments.ts`. */
export const experimentIds = ['A', 'B', 'C', 'D', 'E'] as const;
export type ExperimentId = (typeof experimentIds)[number];
