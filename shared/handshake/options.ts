import type { HandshakeCaseId } from './cases.ts';

/** How many handshakes of each case. The upper end keeps all rows of a run well under the ports that a machine has. */
export const handshakeBounds = { min: 1, max: 2_000, usual: 500 } as const;

/** What the handshake lab shall measure. */
export interface HandshakeOptions {
  /** All of them, if absent. */
  readonly cases: readonly HandshakeCaseId[] | undefined;
  /** Of each case, on each runtime. */
  readonly handshakes: number;
  /** Other Node executables, beside the lab's own. */
  readonly nodes: readonly string[];
}

export interface HandshakeProgress {
  readonly doing: string;
  readonly doneBatches: number;
  readonly totalBatches: number;
}
