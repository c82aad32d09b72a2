import { z } from 'zod';
import { figureSchema } from '../result.ts';
import { noRatioReasons } from './compare-figures.ts';
import { type ComparedRow, noteKeys, type RunComparison } from './compare-runs.ts';
import { differenceText, englishWords, noteText, rowText } from './comparison-words.ts';
import { outcomes } from './independent-ratio.ts';
import { measureIds } from './measures.ts';

export const comparisonSchemaId = 'tls-cost-lab/comparison@1';

const sideSchema = z.object({
  name: z.string(),
  /** Absent for the published figures, as is when it began. */
  runId: z.string().optional(),
  startedAt: z.string().optional(),
});

/** One measure of one point on one side; on the first side there is no ratio. */
const sideFigureSchema = z.object({
  figure: figureSchema.optional(),
  /** To the first side's figure. */
  ratio: figureSchema.optional(),
  outcome: z.enum(outcomes).optional(),
  noRatio: z.enum(noRatioReasons).optional(),
  /** As a multiple of the same side's `relativeTo`, and that multiple held against the first side's. */
  relative: figureSchema.optional(),
  relativeRatio: figureSchema.optional(),
  relativeOutcome: z.enum(outcomes).optional(),
  /** With any, the point is no result. Empty, too, where the side has no such point. */
  failedGates: z.array(z.string()),
  warnings: z.array(z.string()),
});

/** How runs compare, point by point: what `compare --json` prints. Sides keep one order throughout; the first is the baseline. */
export const comparisonSchema = z.object({
  schema: z.literal(comparisonSchemaId),
  sides: z.array(sideSchema),
  differences: z.array(
    z.object({
      field: z.string(),
      values: z.array(z.union([z.string(), z.number(), z.boolean()]).nullable()),
      /** In English. */
      text: z.string(),
    }),
  ),
  notes: z.array(z.object({ key: z.enum(noteKeys), text: z.string() })),
  rows: z.array(
    z.object({
      point: z.string(),
      experiment: z.string().optional(),
      series: z.string(),
      /** The topology that multiples are of. */
      relativeTo: z.string().optional(),
      measure: z.enum(measureIds),
      sides: z.array(sideFigureSchema),
    }),
  ),
});
export type ComparisonDocument = z.infer<typeof comparisonSchema>;

/** The published JSON Schema of the comparison document. */
export function comparisonJsonSchema(): unknown {
  return z.toJSONSchema(comparisonSchema);
}

function rowsOf({ name, doubts, relativeTo, measures }: ComparedRow): ComparisonDocument['rows'] {
  return measures.map(({ measure, figures }) => ({
    point: rowText(name, englishWords),
    experiment: name.experiment,
    series: name.series,
    relativeTo,
    measure,
    sides: figures.map(({ figure, compared, noRatio, relative, relativeCompared }, at) => ({
      figure,
      ratio: compared?.ratio,
      outcome: compared?.outcome,
      noRatio,
      relative,
      relativeRatio: relativeCompared?.ratio,
      relativeOutcome: relativeCompared?.outcome,
      failedGates: [...(doubts[at]?.failedGates ?? [])],
      warnings: [...(doubts[at]?.warnings ?? [])],
    })),
  }));
}

/** A comparison for other programs; what is not known is absent. */
export function comparisonDocument({ sides, differences, notes, rows }: RunComparison): ComparisonDocument {
  return {
    schema: comparisonSchemaId,
    sides: sides.map((side) =>
      side.kind === 'run'
        ? { name: side.name, runId: side.run.id, startedAt: side.run.startedAt }
        : { name: side.name },
    ),
    differences: differences.map((difference) => ({
      field: difference.field,
      values: difference.values.map((value) => value ?? null),
      text: differenceText(difference, sides, englishWords),
    })),
    notes: notes.map((note) => ({ key: note.key, text: noteText(note, englishWords) })),
    rows: rows.flatMap(rowsOf),
  };
}
