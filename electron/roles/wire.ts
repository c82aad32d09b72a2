import { isMainThread } from 'node:worker_threads';
import { type WireCalls, wireListenSpecSchema } from '../../shared/role-api.ts';
import { sleepForMainThread } from './alarm.ts';
import { Links } from './counters.ts';
import { runRole } from './role.ts';
import { WireClock } from './wire-clock.ts';
import { WireListeners } from './wire-listeners.ts';

function runWire(program: string): void {
  const links = new Links();
  const listeners = new WireListeners(new WireClock(program));
  const calls: Omit<WireCalls, 'hello'> = {
    counters: async (linkId) => links.read(linkId),
    listen: async (input) => {
      const spec = wireListenSpecSchema.parse(input);
      return listeners.open(spec, links.get(spec.linkId));
    },
  };
  runRole(calls);
}

// A role is one file, so the thread that sleeps for the wire is this file again.
if (isMainThread) runWire(process.argv[1] ?? '');
else sleepForMainThread();
