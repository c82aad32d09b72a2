import { type ProxyCalls, type ProxyListenSpec, proxyListenSpecSchema } from '../../shared/role-api.ts';
import { type LinkCounters, Links } from './counters.ts';
import { Listeners, openListener } from './listener.ts';
import { proxyHandlers } from './proxy-clients.ts';
import { type OpenedUpstream, openUpstream } from './proxy-negotiated-upstream.ts';
import { openForwarder } from './proxy-tcp.ts';
import { runRole } from './role.ts';

const links = new Links();
const listeners = new Listeners<{ port: number }>();
const upstreams = new Map<string, OpenedUpstream>();

/** Opens a listener that ends HTTP and sends its requests on. */
function openHttp(spec: ProxyListenSpec, link: LinkCounters): Promise<{ port: number }> {
  const { countedAs } = spec.upstream;
  const upstream = openUpstream(
    spec.upstream,
    link,
    countedAs === undefined ? undefined : links.get(countedAs),
  );
  upstreams.set(spec.linkId, upstream);
  return openListener(spec, link, proxyHandlers(spec, link, upstream));
}

const calls: Omit<ProxyCalls, 'hello'> = {
  counters: async (linkId) => links.read(linkId),
  listen: async (input) => {
    const spec = proxyListenSpecSchema.parse(input);
    const link = links.get(spec.linkId);
    const { port } = await listeners.once(spec.linkId, () =>
      spec.layer === 'tcp' ? openForwarder(spec, link) : openHttp(spec, link),
    );
    return { port };
  },
  captureNext: async (linkId) => upstreams.get(linkId)?.captureNext?.(),
};

runRole(calls);
