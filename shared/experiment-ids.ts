import type { Protocol } from './words.ts';

/**
 * What a suite can measure: the runs of BRIEF.md by their letters, and P for the planner, P2 the same over HTTP/2. What each
 * measures is in `experiments.ts`.
 */
export const experimentIds = ['A', 'B', 'C', 'D', 'E', 'P', 'P2'] as const;
export type ExperimentId = (typeof experimentIds)[number];

/** Those that a suite measures unless others are asked for: P and P2 double its time each, and nothing published stands beside it. */
export const usualExperiments = ['A', 'B', 'C', 'D', 'E'] as const satisfies readonly ExperimentId[];

/** What a plan over a protocol is fitted to. */
export const plannerExperimentOver = { h1: 'P', h2: 'P2' } as const satisfies Record<Protocol, ExperimentId>;

/** Those that are measured with every engine that is asked for. */
export const plannerExperiments: readonly ExperimentId[] = Object.values(plannerExperimentOver);
