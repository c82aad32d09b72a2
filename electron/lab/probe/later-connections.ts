import type { SecureContext } from 'node:tls';
import { type Fault, LabError } from '../../../shared/fault.ts';
import { acceptsVersion } from '../../../shared/probe/handshake-fault.ts';
import type { Probe, Resumption } from '../../../shared/probe/probe.ts';
import { sessionLifetimeS } from '../../../shared/probe/session-lifetime.ts';
import { tlsVersions } from '../../../shared/words.ts';
import type { Connector } from './connector.ts';
import { closeGently, type NotSecured, type Secured } from './shake-hands.ts';
import { isStopped } from './within.ts';

/** Told why something could not be seen: what is known by then stands. */
type Note = (fault: Fault) => void;

const unseen = (what: string, { code, message }: Fault): Fault => ({
  code,
  message: `Whether ${what} could not be seen: ${message}`,
});

type Connected = Secured | Pick<NotSecured, 'kind' | 'fault' | 'signs'>;

async function connectOrNot(
  connector: Connector,
  context: SecureContext,
  session?: Buffer,
): Promise<Connected> {
  try {
    const connected = await connector.connect(context, undefined, session);
    if (connected.kind === 'failed' && isStopped(connected.fault)) throw new LabError(connected.fault);
    return connected;
  } catch (error) {
    if (!(error instanceof LabError) || isStopped(error.fault)) throw error;
    const signs = {
      hasServerHello: false,
      clientCertificateAsked: false,
      certificateRequestRead: false,
    };
    return { kind: 'failed', fault: error.fault, signs };
  }
}

/** Offers the newest of some sessions on a second connection. */
export async function tryResumption(
  connector: Connector,
  { sessions }: Secured,
  context: SecureContext,
  note: Note,
): Promise<Resumption> {
  const session = sessions.at(-1);
  if (session === undefined) return { offered: false };
  const lifetimeS = sessionLifetimeS(session);
  const second = await connectOrNot(connector, context, session);
  if (second.kind === 'failed') {
    note(unseen('resumption works', second.fault));
    return { offered: true, lifetimeS };
  }
  const worked = second.socket.isSessionReused();
  await closeGently(second.socket);
  return { offered: true, lifetimeS, worked };
}

/** @param negotiated as Node names it; it is accepted, and only the other versions are tried */
export async function tryVersions(
  connector: Connector,
  negotiated: string,
  note: Note,
): Promise<Probe['versions']> {
  const versions: Probe['versions'] = {};
  for (const version of tlsVersions) {
    if (negotiated === `TLSv${version}`) {
      versions[version] = true;
      continue;
    }
    const tried = await connectOrNot(connector, connector.contexts.pinned[version]);
    const isAccepted = tried.kind === 'secured' || acceptsVersion(tried);
    if (tried.kind === 'secured') await closeGently(tried.socket);
    else if (isAccepted === undefined) note(unseen(`TLS ${version} is accepted`, tried.fault));
    if (isAccepted !== undefined) versions[version] = isAccepted;
  }
  return versions;
}
