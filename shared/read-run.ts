import type { z } from 'zod';
import { badInputFault } from './bad-input.ts';
import { type FaultCode, LabError } from './fault.ts';
import { type Run, runSchema, runSchemaId } from './result.ts';
import { migrateRun, type RunNotice } from './run-migrations.ts';

/** A document of more than this is no run: the largest suite is below 2 MB. */
export const mostRunBytes = 64 * 1024 * 1024;

/** A run that came from a file, and what of the file this version does not know. */
export interface ReadRun {
  readonly run: Run;
  /** Paths of fields that were left out, sorted, the same field of several points once: `points.newFigure`. */
  readonly unknownFields: readonly string[];
  /** What was assumed to read a document of an older shape. */
  readonly notices: readonly RunNotice[];
}

const fail = (code: FaultCode, message: string, cause?: unknown) =>
  new LabError({ code, message }, { cause });

/** @throws LabError `run-too-large` */
export function assertRunSize(name: string, bytes: number): void {
  if (bytes <= mostRunBytes) return;
  const [found, most] = [bytes, mostRunBytes].map((size) => `${Math.round(size / 1024 / 1024)} MiB`);
  throw fail(
    'run-too-large',
    `${name} has ${found}, and a run document has at most ${most}: it was not read. Open a file that TLS Cost Lab saved.`,
  );
}

function parsed(name: string, text: string): unknown {
  if (text.trim() === '') {
    throw fail('run-unreadable', `${name} is empty: there is no run in it. Open another file.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw fail(
      'run-unreadable',
      `${name} is no JSON (${problem}): open a file that TLS Cost Lab saved.`,
      error,
    );
  }
}

const schemaOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'schema' in input ? input.schema : undefined;

/** A document of ours that is not a run of this version is told from one that is nobody's. */
function assertRunSchema(name: string, input: unknown): void {
  const schema = schemaOf(input);
  if (schema === runSchemaId) return;
  const ours = typeof schema === 'string' && /^tls-cost-lab\/([\w-]{1,40})@(\d{1,9})$/.exec(schema);
  if (!ours) {
    const found = schema === undefined ? 'no schema' : `schema ${JSON.stringify(schema).slice(0, 80)}`;
    throw fail('run-unreadable', `${name} is no run: it has ${found}, and ${runSchemaId} was wanted.`);
  }
  if (ours[1] !== 'run') {
    throw fail(
      'run-unreadable',
      `${name} is a document of the kind ${schema}, and ${runSchemaId} was wanted.`,
    );
  }
  throw fail(
    'run-of-another-version',
    `${name} is ${schema}, and this version reads ${runSchemaId}: open it with the version of TLS Cost Lab that wrote it.`,
  );
}

const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

function collectUnknown(raw: unknown, known: unknown, path: string, found: Set<string>): void {
  if (Array.isArray(raw) && Array.isArray(known)) {
    for (const [at, item] of raw.entries()) collectUnknown(item, known[at], path, found);
    return;
  }
  const knownFields = new Map(fieldsOf(known));
  for (const [key, value] of fieldsOf(raw)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (knownFields.has(key)) collectUnknown(value, knownFields.get(key), at, found);
    else found.add(at);
  }
}

/**
 * Whether a document is whole, and only names what this version has no word for: a setting, a warning, an engine. Its
 * figures mean something that can't be told here, which is no damage.
 */
const isOfOtherWords = ({ issues }: z.ZodError) =>
  issues.every(({ code }) => code === 'unrecognized_keys' || code === 'invalid_value');

function otherWords(name: string, input: unknown, error: z.ZodError): LabError {
  const fault = badInputFault(input, error, { code: 'run-of-another-version', name: 'the run', allowed: {} });
  const message = `${name} has something in it that this version does not know: ${fault.message}. Open it with the version of TLS Cost Lab that wrote it.`;
  return new LabError({ ...fault, message });
}

/**
 * Reads a run document that came from outside.
 * @param name what to call it in a message: the file's name
 * @param text all of it
 * @throws LabError `run-too-large`, `run-unreadable` or `run-of-another-version`; the message names what was found
 */
export function readRun(name: string, text: string): ReadRun {
  assertRunSize(name, text.length);
  const input = parsed(name, text);
  assertRunSchema(name, input);
  const { input: migrated, notices } = migrateRun(input);
  const checked = runSchema.safeParse(migrated);
  if (!checked.success) {
    if (isOfOtherWords(checked.error)) throw otherWords(name, input, checked.error);
    const fault = badInputFault(input, checked.error, {
      code: 'run-unreadable',
      name: 'the run',
      allowed: {},
    });
    throw new LabError({ ...fault, message: `${name} is damaged: ${fault.message}` });
  }
  const unknown = new Set<string>();
  collectUnknown(input, checked.data, '', unknown);
  return { run: checked.data, unknownFields: [...unknown].sort(), notices };
}
