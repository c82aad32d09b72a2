import { z } from 'zod';

/** Every failure that can be expected, by its stable code. Tests, exit codes and translations use the code. */
export const faultCodes = [
  'bad-config',
  'bad-message',
  'settings-unreadable',
  'settings-unwritable',
  'role-start-failed',
  'role-crashed',
  'role-gave-up',
  'role-silent',
  'engine-missing',
  'engine-unable',
  'engine-unfit',
  'not-confirmed',
  'time-cap-reached',
  'bad-service',
  'service-unusable',
  'target-unreachable',
  'certificate-failed',
  'not-as-promised',
  'not-in-runtime',
  'runtime-unusable',
  'wrong-cipher',
  'nothing-measured',
  'run-unreadable',
  'run-too-large',
  'run-of-another-version',
  'run-not-found',
  'run-unwritable',
  'run-kept-twice',
  'not-comparable',
  'export-failed',
  'connection-lost',
  'bad-url',
  'probe-under-way',
  'bad-link',
  'long-measurement-under-way',
  'name-not-found',
  'connection-refused',
  'host-unreachable',
  'connect-timed-out',
  'handshake-timed-out',
  'answer-timed-out',
  'not-tls',
  'not-http',
  'no-answer',
  'no-common-version',
  'no-common-cipher',
  'server-name-refused',
  'handshake-failed',
  'client-certificate-wanted',
  'client-certificate-refused',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-wrong-name',
  'certificate-unknown-issuer',
  'certificate-chain-incomplete',
  'certificate-unreadable',
  'probe-stopped',
  'certificate-rejected',
  'internal',
] as const;
export type FaultCode = (typeof faultCodes)[number];

/** A failure as data: it crosses processes, windows and languages. */
export const faultSchema = z.object({
  code: z.enum(faultCodes),
  /** One sentence for a person: what was wanted, what was found, what to do. */
  message: z.string(),
  field: z.string().optional(),
  given: z.string().optional(),
  allowed: z.string().optional(),
  /** For a role that failed: which one, and its last lines on stderr. */
  role: z.string().optional(),
  lastStderr: z.array(z.string()).optional(),
});
export type Fault = z.infer<typeof faultSchema>;

/** A fault on its way up inside one process; at the edge it becomes a `Fault` again. */
export class LabError extends Error {
  readonly fault: Fault;
  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options);
    this.name = 'LabError';
    this.fault = fault;
  }
}

/** Any thrown value as a fault; what nobody foresaw is `internal` and keeps its message. */
export function toFault(error: unknown): Fault {
  if (error instanceof LabError) return error.fault;
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

/** A fault as lines for a person: its sentence, and under it what the failed process wrote last. */
export const faultLines = ({ message, lastStderr = [] }: Fault): string[] => [
  message,
  ...lastStderr.map((line) => `  ${line}`),
];
