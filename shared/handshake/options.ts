import { z } from 'zod';
import { badInputFault } from '../bad-input.ts';
import { LabError } from '../fault.ts';
import { type HandshakeCaseId, handshakeCaseIds } from './cases.ts';

/** How many handshakes of each case. The upper end keeps all rows of a run well under the ports that a machine has. */
export const handshakeBounds = { min: 1, max: 2_000, usual: 500 } as const;

/** A Node executable to measure on. */
export interface NodeFile {
  readonly file: string;
  /** By a person, who is told when it can't take part. One that was only found is left out then. */
  readonly isNamed: boolean;
}

/** What the handshake lab shall measure. */
export interface HandshakeOptions {
  /** All of them, if absent. */
  readonly cases: readonly HandshakeCaseId[] | undefined;
  /** Of each case, on each runtime. */
  readonly handshakes: number;
  /** Other Node executables, beside the lab's own. */
  readonly nodes: readonly NodeFile[];
}

/** What a window may ask for: programs are never named from there. */
export const handshakeRequestSchema = z.strictObject({
  cases: z.array(z.enum(handshakeCaseIds)).min(1).optional(),
  handshakes: z.int().min(handshakeBounds.min).max(handshakeBounds.max),
  /** On the other Node executables too that are named in the settings or found on the PATH. */
  otherRuntimes: z.boolean(),
});
export type HandshakeRequest = z.infer<typeof handshakeRequestSchema>;

const allowed = {
  cases: `a list of ${handshakeCaseIds.join(', ')}`,
  handshakes: `a whole number from ${handshakeBounds.min} to ${handshakeBounds.max}`,
  otherRuntimes: 'true or false',
};

/** @throws LabError `bad-config` that names the first wrong field, what was given and what is allowed */
export function parseHandshakeRequest(input: unknown): HandshakeRequest {
  const parsed = handshakeRequestSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new LabError(badInputFault(input, parsed.error, { code: 'bad-config', name: 'handshakes', allowed }));
}

export const handshakeProgressSchema = z.object({
  /** A case, `preparing` one, or a part that comes after them. */
  doing: z.string(),
  doneBatches: z.int(),
  totalBatches: z.int(),
});
export type HandshakeProgress = z.infer<typeof handshakeProgressSchema>;

/** How far the handshake lab is, or how it ended. */
export const handshakeStateSchema = z.object({
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  progress: handshakeProgressSchema,
});
export type HandshakeState = z.infer<typeof handshakeStateSchema>;
