/** What the command line's exit code says. */
export const exitCodes = { measured: 0, badUsage: 2, notMeasured: 3, measuredInPart: 4 } as const;
