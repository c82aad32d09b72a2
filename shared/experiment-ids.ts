/** What a suite can measure: the runs of BRIEF.md by their letters, and P for the planner. What each measures is in `experiments.ts`. */
export const experimentIds = ['A', 'B', 'C', 'D', 'E', 'P'] as const;
export type ExperimentId = (typeof experimentIds)[number];

/** Those that a suite measures unless others are asked for: P doubles its time, and nothing published stands beside it. */
export const usualExperiments = ['A', 'B', 'C', 'D', 'E'] as const satisfies readonly ExperimentId[];
