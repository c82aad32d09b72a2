import { z } from 'zod';
import type { HostEvent } from '../../shared/api.ts';
import { type Channel, openPeer } from '../../shared/channel.ts';
import type { Fault } from '../../shared/fault.ts';
import { seriesName } from '../../shared/series.ts';
import { hopName } from '../../shared/topologies.ts';
import type { Host } from './host-interface.ts';
import { latestWins } from './latest-wins.ts';

/** How often a channel that was busy is asked again. */
const flushMs = 50;

// What birpc puts on the wire (shared/channel.ts): a call, or the answer to one.
const callSchema = z.object({
  t: z.literal('q'),
  m: z.string(),
  a: z.array(z.unknown()),
  i: z.string().optional(),
});
const answerSchema = z.object({ t: z.literal('s'), i: z.string() });
const identifiedSchema = z.object({ i: z.string() });

/** What an event replaces while it waits; a status or a fault replaces nothing. */
export function replacementKey(event: HostEvent): string | undefined {
  switch (event.kind) {
    case 'status':
    // It is told after the stop that it speaks of.
    case 'settings-opened':
    case 'fault':
      return undefined;
    case 'sample':
      return `sample ${seriesName(event.sample)}`;
    case 'points':
    case 'suite':
    case 'suite-run':
    case 'handshake-lab':
    case 'handshake-document':
    case 'runs':
      return event.kind;
    case 'handshake':
      return `handshake ${seriesName(event.handshake)} ${hopName(event.handshake)}`;
    case 'timeline':
      return `timeline ${seriesName(event.timeline)}`;
  }
}

function describe(message: unknown): string {
  const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? String(message));
  return text.slice(0, 80);
}

/**
 * What is wrong with a message from a client, if anything.
 * @param message as it came off the channel
 * @param callable names of the host's calls
 */
export function messageFault(message: unknown, callable: readonly string[]): Fault | undefined {
  if (answerSchema.safeParse(message).success) return undefined;
  const call = callSchema.safeParse(message);
  const field = call.success ? 'call' : 'message';
  const given = call.success ? call.data.m.slice(0, 80) : describe(message);
  const allowed = call.success ? callable.join(', ') : 'a call of the host, as an object';
  if (call.success && callable.includes(call.data.m)) return undefined;
  const sentence = `${field}: ${given} was given; allowed: ${allowed}`;
  return { code: 'bad-message', message: sentence, field, given, allowed };
}

/** The channel with a door: what is no call of the host is answered with a fault and goes no further. */
function guard(channel: Channel, callable: readonly string[], report: (fault: Fault) => void): Channel {
  const admit = (message: unknown, listener: (message: unknown) => void) => {
    const fault = messageFault(message, callable);
    if (!fault) return listener(message);
    const asked = identifiedSchema.safeParse(message);
    if (asked.success) channel.post({ t: 's', i: asked.data.i, r: { ok: false, fault } });
    else report(fault);
  };
  return {
    post: (message) => channel.post(message),
    on: (listener) => channel.on((message) => admit(message, listener)),
    busy: () => channel.busy(),
    close: () => channel.close(),
  };
}

/**
 * Serves one client over a channel: its calls are checked and answered, every event of the host is sent to it. While the
 * channel is busy, samples, points and timelines are replaced by newer ones; status and faults always go, in order.
 * @returns ends the service and closes the channel
 */
export function serveClient(host: Host, channel: Channel): () => void {
  const report = (fault: Fault) => send({ kind: 'fault', fault, atMs: Date.now() });
  const peer = openPeer(guard(channel, Object.keys(host.calls), report), host.calls);
  const events = latestWins<HostEvent>(
    { post: (event) => peer.notify('onEvent', event), busy: () => channel.busy() },
    replacementKey,
  );
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const flushLater = () => {
    if (timer || ended || !events.isWaiting()) return;
    timer = setTimeout(() => {
      timer = undefined;
      events.flush();
      flushLater();
    }, flushMs);
    timer.unref();
  };
  const send = (event: HostEvent) => {
    if (ended) return;
    events.send(event);
    flushLater();
  };
  const unsubscribe = host.subscribe(send);
  return () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    unsubscribe();
    peer.close();
  };
}
