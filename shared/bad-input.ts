import type { z } from 'zod';
import type { Fault, FaultCode } from './fault.ts';

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

export interface BadInput {
  readonly code: FaultCode;
  /** What the input is called where it has no field of its own. */
  readonly name: string;
  /** What is allowed, by field; where nothing is said, the schema's own words are used. */
  readonly allowed: Readonly<Record<string, string>>;
}

/**
 * The first thing that is wrong with an input, in words for a person.
 * @param input as it came from outside
 * @param error what the schema said of it
 * @returns a fault that names the field, what was given, and what is allowed
 */
export function badInputFault(input: unknown, error: z.ZodError, about: BadInput): Fault {
  const issue = error.issues[0];
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknownKey === undefined ? [] : [unknownKey])];
  const field = path.filter((key) => typeof key === 'string').join('.') || about.name;
  const given = (JSON.stringify(valueAt(input, path)) ?? 'nothing').slice(0, 80);
  const allowed =
    unknownKey === undefined ? (about.allowed[field] ?? issue?.message ?? 'a valid value') : 'no such field';
  const message = `${field}: ${given} was given; allowed: ${allowed}`;
  return { code: about.code, message, field, given, allowed };
}
