import type { Probe } from '../../shared/probe/probe.ts';
import { probe } from '../lab/probe/probe.ts';
import type { ProbeOrder } from '../lab/probe/probe-order.ts';

export type { ProbeOrder };

/**
 * Finds out about one server that the user has named, without a lab.
 * @throws LabError `bad-service` when a file that was named can't be used; nothing was sent then
 */
export const probeService = (order: ProbeOrder): Promise<Probe> => probe(order);
