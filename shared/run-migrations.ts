import { z } from 'zod';
import { failedGates } from './gates.ts';
import { warningSchema } from './result.ts';

/** What was assumed of a document, by a code that a window can translate; `message` says it in English. */
export const runNoticeSchema = z.object({
  code: z.enum(['turns-unknown', 'gates-derived']),
  message: z.string(),
});
export type RunNotice = z.infer<typeof runNoticeSchema>;

/** One step from an older shape of the document to the next. The schema's version did not change at these. */
interface Migration {
  readonly notice: RunNotice;
  /** @returns the point in the next shape, or undefined where it has that already or is no point of the older one */
  readonly migrate: (point: unknown) => object | undefined;
}

/** Points of the first shape: `errors` warned without shares, and no gate was judged. */
const ungatedSchema = z.looseObject({
  failedGates: z.undefined().optional(),
  requests: z.number(),
  errors: z.object({ total: z.number(), byKind: z.record(z.string(), z.number()) }),
  warnings: z.array(warningSchema),
});
type Ungated = z.infer<typeof ungatedSchema>;

const turnlessSchema = z.looseObject({ turns: z.undefined().optional(), hops: z.array(z.unknown()) });

/** The values by which today's gates judge a warning of then, out of the point's own counts. */
function judged({ warnings, requests, errors }: Ungated): Ungated['warnings'] {
  const errorShare = errors.total / Math.max(1, requests + errors.total);
  const wrongBodies = errors.byKind['body-length'] ?? 0;
  return warnings.map((warning) =>
    warning.code === 'errors'
      ? { ...warning, values: { errorShare, wrongBodies, ...warning.values } }
      : warning,
  );
}

/** In the order in which the shapes followed each other. */
const migrations: readonly Migration[] = [
  {
    notice: {
      code: 'turns-unknown',
      message:
        'It is from before slices were kept with their turns: its points can’t be compared slice by slice, and no ratio of two of them has an interval.',
    },
    migrate: (point) => {
      const old = turnlessSchema.safeParse(point);
      return old.success ? { ...old.data, turns: [] } : undefined;
    },
  },
  {
    notice: {
      code: 'gates-derived',
      message:
        'It is from before validity gates were judged: they were judged now by its warnings. What was not watched then (other work on the machine, a missed rate, resumption that never came) is not known of it.',
    },
    migrate: (point) => {
      const old = ungatedSchema.safeParse(point);
      return old.success ? { ...old.data, failedGates: failedGates(judged(old.data)) } : undefined;
    },
  },
];

const documentSchema = z.looseObject({ points: z.array(z.unknown()) });

/**
 * Brings a run document of an older shape into today's.
 * @param input as it was parsed; anything
 * @returns the document, unchecked still, and what was assumed, each thing once
 */
export function migrateRun(input: unknown): { input: unknown; notices: RunNotice[] } {
  const document = documentSchema.safeParse(input);
  if (!document.success) return { input, notices: [] };
  let { points } = document.data;
  const notices: RunNotice[] = [];
  for (const { notice, migrate } of migrations) {
    const next = points.map((point) => migrate(point) ?? point);
    if (next.some((point, at) => point !== points[at])) notices.push(notice);
    points = next;
  }
  return { input: notices.length === 0 ? input : { ...document.data, points }, notices };
}
