import { isValid } from './comparison.ts';
import type { Reuse } from './config.ts';
import { column, type PointColumn } from './point-column.ts';
import type { EngineFacts } from './result.ts';
import type { Cell } from './table.ts';

/** Connection reuse as a word of the command line: `keep-alive`, `new`, or the number of requests per connection. */
export function reuseText(reuse: Reuse): string {
  return typeof reuse === 'number' ? String(reuse) : reuse;
}

const engineText = (engine: EngineFacts | undefined): Cell => engine && `${engine.name} ${engine.version}`;

/** What a point is a point of. */
export const settingColumns: readonly PointColumn[] = [
  column('experiment', '', 'Experiment of a suite; empty otherwise.', (point) => point.experiment),
  column(
    'topology',
    '',
    'Where TLS ends: T0 nowhere, T1 in the app, T2 at the proxy, T3 at the proxy and again in the app, T4 in the app behind a proxy that passes bytes on, T5 between two sidecars.',
    (point) => point.topology,
  ),
  column('valid', '', 'yes, or no: then no figure of the row may stand as a result.', (point) =>
    isValid(point) ? 'yes' : 'no',
  ),
  column(
    'failedGates',
    '',
    'Codes of the validity gates that the point fails, with spaces between.',
    (point) => point.failedGates.join(' ') || undefined,
  ),
  column('appEngine', '', 'What played the app, with its version.', ({ engines }) => engineText(engines.app)),
  column(
    'proxyEngine',
    '',
    'What played the proxy, with its version; empty where there is none.',
    ({ engines }) => engineText(engines.proxy),
  ),
  column('proxy2Engine', '', 'What played the second proxy of a mesh, with its version.', ({ engines }) =>
    engineText(engines.proxy2),
  ),
  column(
    'serviceRequest',
    '',
    'Method and URL asked of a service of the user’s own.',
    ({ service }) => service && `${service.method} ${service.origin}${service.path}`,
  ),
  column(
    'bodyBytes',
    'bytes',
    'Body of each answer (GET) or upload (POST).',
    ({ workload }) => workload.bodyBytes,
  ),
  column('method', '', 'GET or POST.', ({ workload }) => workload.method),
  column(
    'reuse',
    '',
    'keep-alive, new (a connection per request), or the number of requests per connection.',
    ({ workload }) => reuseText(workload.reuse),
  ),
  column(
    'connections',
    '',
    'Client connections open at the same time.',
    ({ workload }) => workload.connections,
  ),
  column(
    'protocol',
    '',
    'HTTP version of the client: h1 (HTTP/1.1) or h2 (HTTP/2).',
    ({ workload }) => workload.protocol,
  ),
  column(
    'streamsPerConnection',
    '',
    'HTTP/2: requests in flight on each connection.',
    ({ workload }) => workload.streamsPerConnection,
  ),
  column(
    'loadModel',
    '',
    'closed: a connection asks again once it is answered; open: requests are due at a fixed rate.',
    ({ workload }) => workload.load.kind,
  ),
  column('ratePerSec', '1/s', 'Open loop: requests due per second.', ({ workload: { load } }) =>
    load.kind === 'open' ? load.ratePerSec : undefined,
  ),
  column('tlsVersionAsked', '', 'TLS version asked for.', ({ tls }) => tls.version),
  column('keyType', '', 'Key of the servers’ certificates.', ({ tls }) => tls.key),
  column('resumption', '', 'Whether sessions may be resumed: on or off.', ({ tls }) =>
    tls.resumption ? 'on' : 'off',
  ),
  column(
    'innerRttMs',
    'ms',
    'Round trip added to every hop behind the proxy.',
    ({ network }) => network.innerRttMs,
  ),
  column('outerRttMs', 'ms', "Round trip added to the client's hop.", ({ network }) => network.outerRttMs),
];
