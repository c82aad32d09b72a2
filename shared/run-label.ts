import { z } from 'zod';

/** Bounds of what a person may write on a run. */
export const labelBounds = { nameLength: 120, noteLength: 4000, tags: 20, tagLength: 40 } as const;

const nameSchema = z.string().max(labelBounds.nameLength);
const noteSchema = z.string().max(labelBounds.noteLength);
const tagsSchema = z.array(z.string().min(1).max(labelBounds.tagLength)).max(labelBounds.tags);

/** What a person has written on a run; it travels with the document. Fields that were never written are empty. */
export const runLabelSchema = z.object({
  name: nameSchema.default(''),
  note: noteSchema.default(''),
  tags: tagsSchema.default([]),
});
export type RunLabel = z.infer<typeof runLabelSchema>;

export const noLabel: RunLabel = { name: '', note: '', tags: [] };

/** What shall be written on a run anew; what is absent stays as it is. */
export const labelPatchSchema = z.strictObject({
  name: nameSchema.optional(),
  note: noteSchema.optional(),
  tags: tagsSchema.optional(),
});
export type LabelPatch = z.infer<typeof labelPatchSchema>;
