import { LabError } from '../../shared/fault.ts';
import type { Probe } from '../../shared/probe/probe.ts';
import { parseProbeRequest } from '../../shared/probe/probe-request.ts';
import { probe } from '../lab/probe/probe.ts';
import type { ProbeOrder } from '../lab/probe/probe-order.ts';

export type { ProbeOrder };

/** How long each step of a window's probe may take; in a terminal it can be chosen. */
export const limitMs = 10_000;

/**
 * Finds out about one server that the user has named, without a lab.
 * @throws LabError `bad-service` when a file that was named can't be used; nothing was sent then
 */
export const probeService = (order: ProbeOrder): Promise<Probe> => probe(order);

export interface Prober {
  /**
   * Takes what a window asked for and answers what was found.
   * @throws LabError `bad-url` or `bad-config` for what can't be asked, and `probe-under-way` while another probe runs;
   * nothing is sent then
   */
  probe(request: unknown): Promise<Probe>;
  /** Stops the probe that runs, if one does: what it knows by then is its answer. */
  cancel(): void;
}

/** Probes for the windows of one host, one server at a time. */
export function createProber(): Prober {
  let underWay: { readonly host: string; readonly abort: AbortController } | undefined;
  const probeOne = async (request: unknown) => {
    const { url, newPerSec } = parseProbeRequest(request);
    if (underWay !== undefined) {
      const message = `A probe of ${url.host} was asked for while one of ${underWay.host} is under way: stop it, or wait for its end, then ask again.`;
      throw new LabError({ code: 'probe-under-way', message });
    }
    const abort = new AbortController();
    underWay = { host: url.host, abort };
    try {
      return await probeService({ url, newPerSec, limitMs, signal: abort.signal });
    } finally {
      underWay = undefined;
    }
  };
  return { probe: probeOne, cancel: () => underWay?.abort.abort() };
}
