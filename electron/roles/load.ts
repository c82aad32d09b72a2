import { isDeepStrictEqual } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { type LoadCalls, loadSpecSchema } from '../../shared/role-api.ts';
import { sleepForMainThread } from './alarm.ts';
import { Links } from './counters.ts';
import { Fleet } from './load-fleet.ts';
import { h1Opener } from './load-h1.ts';
import { h2Opener } from './load-h2.ts';
import { PaceClock } from './load-pace-clock.ts';
import { runRole } from './role.ts';

const openers = { h1: h1Opener, h2: h2Opener };

let clock: PaceClock | undefined;

// A role is one file, so the thread that sleeps for the open loop is this file again.
function paceClock(): PaceClock {
  clock ??= new PaceClock(process.argv[1] ?? '');
  return clock;
}

const links = new Links();
const fleets = new Map<string, Fleet>();

const calls: Omit<LoadCalls, 'hello'> = {
  counters: async (linkId) => links.read(linkId),
  start: async (input) => {
    const spec = loadSpecSchema.parse(input);
    for (const [linkId, other] of fleets) if (linkId !== spec.linkId) other.quieten();
    let fleet = fleets.get(spec.linkId);
    if (fleet === undefined || !isDeepStrictEqual(fleet.spec, spec)) {
      fleet?.close();
      fleet = new Fleet(spec, links.get(spec.linkId), {
        opener: openers[spec.workload.protocol],
        paceClock,
      });
      fleets.set(spec.linkId, fleet);
    }
    try {
      await fleet.start();
    } catch (error) {
      fleet.close();
      if (fleets.get(spec.linkId) === fleet) fleets.delete(spec.linkId);
      throw error;
    }
  },
  pause: async (linkId) => fleets.get(linkId)?.pause(),
  keepOnly: async (linkIds) => {
    for (const [linkId, fleet] of fleets) {
      if (linkIds.includes(linkId)) continue;
      fleet.close();
      fleets.delete(linkId);
    }
  },
};

if (isMainThread) runRole(calls);
else sleepForMainThread();
