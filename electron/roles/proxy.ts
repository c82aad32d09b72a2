import { type ProxyCalls, proxyListenSpecSchema } from '../../shared/role-api.ts';
import { Links } from './counters.ts';
import { Listeners, openListener } from './listener.ts';
import { proxyHandlers } from './proxy-clients.ts';
import { openUpstream } from './proxy-negotiated-upstream.ts';
import { openForwarder } from './proxy-tcp.ts';
import { runRole } from './role.ts';

const links = new Links();
const listeners = new Listeners();

const calls: Omit<ProxyCalls, 'hello'> = {
  counters: async (linkId) => links.read(linkId),
  listen: async (input) => {
    const spec = proxyListenSpecSchema.parse(input);
    const link = links.get(spec.linkId);
    const { countedAs } = spec.upstream;
    const upstreamLink = countedAs === undefined ? undefined : links.get(countedAs);
    return listeners.once(spec.linkId, () =>
      spec.layer === 'tcp'
        ? openForwarder(spec, link)
        : openListener(spec, link, proxyHandlers(spec, link, openUpstream(spec.upstream, upstreamLink))),
    );
  },
};

runRole(calls);
