import { LabError } from '../../../shared/fault.ts';
import { handshakeCpu, handshakeKey } from '../../../shared/probe/handshake-cpu.ts';
import { type Probe, probeSchemaId } from '../../../shared/probe/probe.ts';
import { withoutQuery } from '../../../shared/probe/probe-url.ts';
import { runtimeOf } from '../../../shared/runtime.ts';
import { describeEnvironment } from '../environment.ts';
import { askFor } from './ask-for.ts';
import { Connector } from './connector.ts';
import { type Found, type Parts, partsOf } from './parts.ts';
import { type Contexts, contextsOf, type ProbeOrder } from './probe-order.ts';
import { rehearse } from './rehearse.ts';
import { TlsVisit } from './tls-visit.ts';

/** Without TLS there is nothing to look at but how long it takes. */
async function visitPlain(order: ProbeOrder, addresses: readonly string[], parts: Parts): Promise<void> {
  const { dialler, clock, found } = parts;
  const socket = await dialler.connect(addresses, parts.passedOver);
  clock.lap('tcpMs');
  found.address = socket.remoteAddress;
  try {
    const { url } = order;
    const path = `${url.pathname}${url.search}`;
    const circumstances = () => ({ origin: dialler.origin, signs: undefined, certificate: 'none' as const });
    const asked = await askFor(socket, { url, path, protocol: 'h1', patience: order }, clock, circumstances);
    if (asked.kind === 'silent') throw new LabError(asked.fault);
    found.answer = asked.answer;
  } finally {
    socket.destroy();
  }
}

function costOf(
  { tls, chain }: Found,
  { newPerSec, costs }: ProbeOrder,
  { clientKey }: Contexts,
): Probe['handshakeCpu'] {
  const key = chain?.[0]?.key;
  if (tls === undefined || key === undefined) return undefined;
  const isShown = tls.clientCertificate === 'shown' && clientKey !== undefined;
  const kind = {
    version: tls.version.replace('TLSv', ''),
    key: handshakeKey(key),
    clientKey: isShown ? handshakeKey(clientKey) : undefined,
  };
  return handshakeCpu(kind, newPerSec, costs);
}

async function visit(order: ProbeOrder, contexts: Contexts): Promise<Probe> {
  const startedAt = new Date().toISOString();
  const parts = partsOf(order);
  const { dialler, clock, found } = parts;
  try {
    const addresses = await dialler.addresses();
    if (!dialler.namesAddress) clock.lap('dnsMs');
    const connector = new Connector(order, { ...parts, contexts, addresses });
    if (order.url.protocol === 'http:') await visitPlain(order, addresses, parts);
    else await new TlsVisit(order, connector, parts).make();
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    found.problems.push(error.fault);
  }
  return {
    schema: probeSchemaId,
    startedAt,
    environment: describeEnvironment(runtimeOf(process)),
    url: withoutQuery(order.url.href),
    connections: dialler.opened,
    phases: clock.phases(),
    ...found,
    handshakeCpu: costOf(found, order, contexts),
  };
}

/**
 * Finds out about one server, gently: a handful of connections, each step with a time limit, one request. The first probe of
 * a process is rehearsed on servers of our own, which takes some 0.1 s.
 * @returns what was found; what was wrong stands in `problems` and ends the probe only where nothing more can be seen
 * @throws LabError `bad-service` when a file that was named can't be used; nothing was sent then
 */
export async function probe(order: ProbeOrder): Promise<Probe> {
  const contexts = await contextsOf(order);
  await rehearse(async (own) => visit(own, await contextsOf(own)));
  return visit(order, contexts);
}
