import type { TlsSettings, Workload } from './config.ts';
import type { Figure, HopFacts, Point, TierFigures, Warning } from './result.ts';
import type { Tier } from './words.ts';

/** What the rules of warnings look at: a point's figures before its warnings are known. */
export interface Evidence {
  /** Its load model decides what some rules mean. */
  readonly workload: Workload;
  readonly tls: TlsSettings;
  readonly tiers: Partial<Record<Tier, TierFigures>>;
  readonly wire?: Point['wire'];
  readonly service?: Point['service'];
  readonly engines?: Point['engines'];
  readonly hops: readonly HopFacts[];
  readonly requests: number;
  /** Open loop only: requests that should have been sent in the measured windows. */
  readonly due?: number;
  /** Open loop only: time in which requests became due or waited to be sent. */
  readonly offeredS?: number;
  readonly errorsTotal: number;
  /** Absent where only their total is known. */
  readonly errorsByKind?: Point['errors']['byKind'];
  readonly slices: number;
  readonly gaps: number;
  readonly cores: number;
  /** Cores that were busy with anything at all, other programs and this one's own window included. */
  readonly machineBusyCores: number;
  /** Of those, busy with work that is neither a tier's, a wire's nor the lab's. */
  readonly otherWorkCores: number;
  /** Cores that the hypervisor kept for others. */
  readonly stealCores: number;
  /** Largest step of the wall clock against the monotonic one. */
  readonly clockJumpMs: number;
  readonly serverCpuUsPerRequest?: Figure;
  readonly turns: Point['turns'];
  readonly warmup?: Point['warmup'];
  /** A finished measurement of the terminal or of a suite; live figures still grow. */
  readonly isFinal: boolean;
}

/** Looks for one kind of trouble. */
export type Rule = (evidence: Evidence) => Warning | undefined;

/** A share as whole percents, for a message. */
export const wholePercent = (share: number): number => Math.round(share * 100);
