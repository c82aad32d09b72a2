/** What a shell gives to a program that a signal ended: 128 and the signal's number (POSIX, Shell & Utilities 2.8.2). */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Ends a measurement early. The first signal decides the exit code; a second one waits for nothing. */
export class Interruption {
  private readonly abort = new AbortController();
  private name: keyof typeof exitCodes | undefined;

  constructor() {
    process.on('SIGINT', () => this.interrupt('SIGINT'));
    process.on('SIGTERM', () => this.interrupt('SIGTERM'));
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Absent while nothing has interrupted. */
  get exitCode(): number | undefined {
    return this.name && exitCodes[this.name];
  }

  private interrupt(name: keyof typeof exitCodes): void {
    if (this.name !== undefined) process.exit(exitCodes[this.name]);
    this.name = name;
    this.abort.abort();
  }
}
