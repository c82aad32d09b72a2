import type { Run } from '../result.ts';

/** A run with what it is called: its file's name, or the name that its owner gave it. */
export interface NamedRun {
  readonly name: string;
  readonly run: Run;
}

/** One of those compared; the first is the baseline. */
export type Side =
  | { readonly kind: 'run'; readonly name: string; readonly run: Run }
  | { readonly kind: 'published'; readonly name: string };

/**
 * Names that no two sides share, since files of two folders may be called the same: `1 · before`, `2 · after`.
 * @param published what the published figures are called, which then are the baseline; undefined compares runs alone
 */
export function sidesOf(runs: readonly NamedRun[], published: string | undefined): Side[] {
  const numbered = runs.map(({ name, run }, at): Side => ({ kind: 'run', name: `${at + 1} · ${name}`, run }));
  return published === undefined ? numbered : [{ kind: 'published', name: published }, ...numbered];
}
