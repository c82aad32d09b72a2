import { z } from 'zod';
import { badInputFault } from './bad-input.ts';
import { faultSchema, LabError } from './fault.ts';
import { environmentSchema } from './result.ts';
import { labelBounds, labelPatchSchema, runLabelSchema } from './run-label.ts';
import { runNoticeSchema } from './run-migrations.ts';
import { topologyIds } from './topologies.ts';

/** What a run came from: live measuring in a window, points that a terminal asked for, or a suite. */
export const runKinds = ['live', 'points', 'suite'] as const;
export type RunKind = (typeof runKinds)[number];

/** What a list of runs shows of one. */
export const runSummarySchema = z.object({
  id: z.string(),
  /** Where it lies; absent while it is only in memory. */
  file: z.object({ name: z.string(), path: z.string() }).optional(),
  /** Why it could not be written, when it is only in memory: it lasts until the program ends, or `keepRun` succeeds. */
  unsaved: faultSchema.optional(),
  ...runLabelSchema.shape,
  startedAt: z.string(),
  durationS: z.number(),
  kind: z.enum(runKinds),
  /** It was ended before all was measured: by the user, or by a fault. */
  isPartial: z.boolean(),
  topologies: z.array(z.enum(topologyIds)),
  /** What played the proxies and the app, without repeats: `builtin`, `nginx`, … */
  engines: z.array(z.string()),
  pointCount: z.number(),
  /** Points that fail a validity gate: none of their figures may stand as a result. */
  invalidPointCount: z.number(),
  /** The first point's settings as text, and under how many different ones the points were measured. */
  settings: z.object({ text: z.string(), count: z.number() }),
  environment: environmentSchema,
  /** What was assumed to read a document of an older shape. */
  notices: z.array(runNoticeSchema),
  /** Fields of the file that this version does not know and does not show; they stay in the file. */
  unknownFields: z.array(z.string()),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** A file in the folder of runs that is not listed, and why. */
export const runProblemSchema = z.object({
  fileName: z.string(),
  fault: faultSchema,
  /** Under which name a damaged file was set aside, beside where it lay; absent where the file was left alone. */
  setAsideAs: z.string().optional(),
});
export type RunProblem = z.infer<typeof runProblemSchema>;

export const runListSchema = z.object({
  folder: z.string(),
  /** Newest first. */
  runs: z.array(runSummarySchema),
  /** What was set aside since the program started, and what is left alone in the folder. */
  problems: z.array(runProblemSchema),
});
export type RunList = z.infer<typeof runListSchema>;

/**
 * What opening a file's text came to: `added` under its own id, `known` already with the same content, or `renumbered`, kept
 * under a new id since another run has its own.
 */
export const openedRunSchema = z.object({
  summary: runSummarySchema,
  outcome: z.enum(['added', 'known', 'renumbered']),
});
export type OpenedRun = z.infer<typeof openedRunSchema>;

/** Where a run lies, and whether the shell could show it in the system's file manager. */
export const revealedRunSchema = z.object({ path: z.string(), shown: z.boolean() });
export type RevealedRun = z.infer<typeof revealedRunSchema>;

/** Only compared, never part of a path: a document from elsewhere may have any. */
const idSchema = z.string();
const labelRunSchema = z.strictObject({ id: idSchema, ...labelPatchSchema.shape });
const openRunSchema = z.strictObject({ name: z.string().min(1).max(255), text: z.string() });

const allowed = {
  id: 'the id of a run in the list',
  name: `a text of at most ${labelBounds.nameLength} characters`,
  note: `a text of at most ${labelBounds.noteLength} characters`,
  tags: `at most ${labelBounds.tags} texts of 1 to ${labelBounds.tagLength} characters`,
};

function parsedBy<S extends z.ZodType>(schema: S, input: unknown, name: string): z.infer<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new LabError(badInputFault(input, parsed.error, { code: 'bad-config', name, allowed }));
}

/** @throws LabError `bad-config` */
export const parseRunId = (input: unknown): string => parsedBy(idSchema, input, 'id');

/** @throws LabError `bad-config` that names the field */
export const parseLabelRequest = (input: unknown) => parsedBy(labelRunSchema, input, 'label');

/** @throws LabError `bad-config`; what is wrong with the text only `readRun` can tell */
export const parseOpenRequest = (input: unknown) => parsedBy(openRunSchema, input, 'file');
