import { z } from 'zod';
import { badInputFault } from '../bad-input.ts';
import { LabError } from '../fault.ts';
import { parseProbeUrl } from './probe-url.ts';

/** New connections per second that cores can be told for. */
export const newPerSecBounds = { min: 1, max: 1_000_000, usual: 100 } as const;

/** Longer than any URL that servers take; it bounds what a refusal has to look at. */
const mostUrlLetters = 8_192;

/** What a window may ask for: files, other authorities and other names can be given in a terminal only. */
const probeRequestSchema = z.strictObject({
  url: z.string().max(mostUrlLetters),
  newPerSec: z.number().min(newPerSecBounds.min).max(newPerSecBounds.max),
});
export type ProbeRequest = z.infer<typeof probeRequestSchema>;

const allowed = {
  url: `a URL of at most ${mostUrlLetters} letters`,
  newPerSec: `connections per second from ${newPerSecBounds.min} to ${newPerSecBounds.max}`,
};

/**
 * What a window asks of a probe.
 * @throws LabError `bad-url` when the URL can't be probed; `bad-config` when anything else is wrong
 */
export function parseProbeRequest(input: unknown): { readonly url: URL; readonly newPerSec: number } {
  const parsed = probeRequestSchema.safeParse(input);
  if (!parsed.success)
    throw new LabError(badInputFault(input, parsed.error, { code: 'bad-config', name: 'probe', allowed }));
  return { url: parseProbeUrl(parsed.data.url.trim()), newPerSec: parsed.data.newPerSec };
}
