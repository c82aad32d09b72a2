import { type HandshakeServerCalls, handshakeListenSpecSchema } from '../../shared/handshake/role-calls.ts';
import { HandshakeServerLink } from './handshake-server-link.ts';
import { processCpu } from './process-cpu.ts';
import { runRole } from './role.ts';

const links = new Map<string, HandshakeServerLink>();

const calls: Omit<HandshakeServerCalls, 'hello'> = {
  cpu: processCpu,
  listen: async (input) => {
    const spec = handshakeListenSpecSchema.parse(input);
    const link = new HandshakeServerLink(spec);
    const listening = await link.listen();
    links.set(spec.linkId, link);
    return listening;
  },
  read: async (linkId, openConnections) => {
    const link = links.get(linkId);
    if (link === undefined) throw new RangeError(`There is no link ${linkId}.`);
    return link.read(openConnections);
  },
};

runRole(calls);
