/** Builds the stand-in, its launcher and the fixture app into out/test/stand-in/ (about a second). */
export function buildStandIn(): Promise<void>;
