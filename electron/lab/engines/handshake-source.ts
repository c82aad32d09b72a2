import type { LinkCounts } from '../../../shared/hop-facts.ts';

/**
 * What a real engine itself tells of the TLS handshakes that its listener has completed since it started. It is asked where
 * nobody of the lab's own stands at either end of a hop.
 */
export interface HandshakeSource {
  /** @returns undefined when the engine tells nothing, as with a configuration of the user's own that leaves that out */
  read(): Promise<LinkCounts | undefined>;
}

/** Nobody listens there, or no such file was made. */
const absent: readonly unknown[] = ['ENOENT', 'ECONNREFUSED'];

/** @returns undefined in place of an error which says that there is nothing to read */
export async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && absent.includes(error.code)) return undefined;
    throw error;
  }
}
