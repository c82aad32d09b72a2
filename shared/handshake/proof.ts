import { readAnatomy } from '../tls/read-anatomy.ts';
import { groupNames, handshakeGroups } from './cases.ts';
import type { Proof, Watched } from './role-calls.ts';

/** The certificates in the server's Certificate message; none where it sent no such message, or none that can be read. */
function certificatesIn(messages: ReturnType<typeof readAnatomy>['messages']): number {
  const fields = messages.find(({ name, from }) => name === 'Certificate' && from === 'server')?.fields ?? [];
  return fields.filter(({ name }) => /^Certificate \d+$/.test(name)).length;
}

/**
 * A connection's proof. Group and length of the chain are read from its bytes: runtimes tell neither in all cases, and
 * what was asked for is no proof of what was sent.
 */
export function toProof({ capture, ...told }: Watched): Proof {
  const { group, messages } = readAnatomy(capture);
  const own = handshakeGroups.find((one) => groupNames[one].iana === group) ?? group;
  const chainLength = certificatesIn(messages);
  return {
    ...told,
    ...(own === undefined ? {} : { group: own }),
    ...(chainLength === 0 ? {} : { chainLength }),
  };
}
