import { type Warning, warningCodes } from './result.ts';

export type WarningCode = Warning['code'];

/** More failed requests than this share, and the work asked for was not done. */
export const ERRORS_ALLOWED_SHARE = 0.01;

/** A validity gate of FIELD.md C3: which warning reports it, and when that warning means that the gate is failed. */
interface Gate {
  readonly gate: 'G1 generator' | 'G2 work' | 'G4 negotiation' | 'G5 handshakes';
  readonly isFailed: (values: Warning['values']) => boolean;
  /** Set where a failure moves throughput and latency alone: what a request costs each server stands (DESIGN.md). */
  readonly sparesCpu?: true;
}

const always = () => true;

/**
 * The gates, by the code of their warning. A saturated generator sets the pace of a closed loop; in an open one it only
 * matters once the rate is missed, which has its own code; so it is with a wire, which is of the instrument as well. A few failed requests in thousands move no figure, but one
 * body of the wrong length means that something else was measured.
 */
export const gates = {
  'client-saturated': { gate: 'G1 generator', isFailed: ({ load }) => load !== 'open', sparesCpu: true },
  'wire-saturated': { gate: 'G1 generator', isFailed: ({ load }) => load !== 'open' },
  'rate-not-reached': { gate: 'G1 generator', isFailed: always },
  errors: {
    gate: 'G2 work',
    isFailed: ({ errorShare, wrongBodies }) =>
      Number(errorShare ?? 1) > ERRORS_ALLOWED_SHARE || Number(wrongBodies ?? 0) > 0,
  },
  'not-as-asked': { gate: 'G4 negotiation', isFailed: always },
  'tls-unknown': { gate: 'G4 negotiation', isFailed: always },
  'resumption-missing': { gate: 'G4 negotiation', isFailed: always },
  'resumption-mixed': { gate: 'G5 handshakes', isFailed: always },
} as const satisfies Partial<Record<WarningCode, Gate>>;

export type GateCode = keyof typeof gates;

/** Whether a code is that of a gate. */
export function isGateCode(code: WarningCode): code is GateCode {
  return Object.hasOwn(gates, code);
}

/** Whether failing a gate leaves the CPU per request of every server as it is. */
export const sparesCpu = (code: WarningCode): boolean => isGateCode(code) && 'sparesCpu' in gates[code];

/** Every gate's code. */
export const gateCodes: readonly GateCode[] = warningCodes.filter(isGateCode);

/** Codes of the gates that a point with these warnings fails; with any, no figure of it may stand as a result. */
export function failedGates(warnings: readonly Warning[]): GateCode[] {
  return warnings.flatMap(({ code, values }) =>
    isGateCode(code) && gates[code].isFailed(values) ? [code] : [],
  );
}
