import type { Fault } from '../../../shared/fault.ts';
import type { PassedOver, Probe } from '../../../shared/probe/probe.ts';
import { Dialler } from './dialler.ts';
import { PhaseClock } from './phase-clock.ts';
import type { ProbeOrder } from './probe-order.ts';

/** What of a probe's document connections find out, each part as soon as it is known. */
export type Found = Partial<Omit<Probe, 'problems'>> & { readonly problems: Fault[] };

/** What the connections of one probe share. */
export interface Parts {
  readonly dialler: Dialler;
  readonly clock: PhaseClock;
  readonly found: Found;
  /** Told of each address that did not accept, before the next is tried. */
  readonly passedOver: (one: PassedOver) => void;
}

export function partsOf(order: ProbeOrder): Parts {
  const clock = new PhaseClock();
  const found: Found = { problems: [] };
  const passedOver = (one: PassedOver) => {
    // Its time is no part of how long it takes to reach the one that answers.
    clock.skip();
    found.passedOver = [...(found.passedOver ?? []), one];
  };
  return { dialler: new Dialler(order.url, order), clock, found, passedOver };
}
