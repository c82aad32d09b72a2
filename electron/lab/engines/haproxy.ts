import { engineNote } from '../../../shared/engine-state.ts';
import type { EngineClientTls, EngineDefinition, EngineServerTls, EngineSpec } from './engine.ts';
import { handshakeTable, haproxyHandshakes, statsSocket } from './haproxy-handshakes.ts';

/** Keys of the configuration manual, §5.1: a listener that speaks TLS. */
function bindTls(
  { version, resumption, certAndKeyFile, clientCaFile }: EngineServerTls,
  layer: string,
): string {
  const tickets = resumption ? '' : ' no-tls-tickets';
  const verify = clientCaFile === undefined ? '' : ` ca-file ${clientCaFile} verify required`;
  const alpn = layer === 'http' ? ' alpn h2,http/1.1' : '';
  return ` ssl crt ${certAndKeyFile} ssl-min-ver TLSv${version} ssl-max-ver TLSv${version}${tickets}${verify}${alpn}`;
}

/** §5.2: a server that is spoken to in TLS, and whose certificate is checked. */
function serverTls({ version, resumption, caFile, serverName, certAndKeyFile }: EngineClientTls): string {
  const reuse = resumption ? '' : ' no-ssl-reuse';
  const own = certAndKeyFile === undefined ? '' : ` crt ${certAndKeyFile}`;
  return ` ssl ca-file ${caFile} verify required verifyhost ${serverName} sni str(${serverName}) ssl-min-ver TLSv${version} ssl-max-ver TLSv${version}${reuse}${own} alpn h2,http/1.1`;
}

function configure({ listenPort, tls, layer, upstream, workers, dir }: EngineSpec): string {
  // A session cache of 0 leaves tickets alone to resume with; without those nothing is resumed.
  const cache = tls?.resumption === false ? '  tune.ssl.cachesize 0\n' : '';
  const tells = tls?.clientCaFile !== undefined;
  const pool = layer === 'http' ? ' pool-max-conn 1000 pool-purge-delay 300s' : '';
  return `global
  nbthread ${workers}
  log stderr format raw daemon warning
  tune.ssl.default-dh-param 2048
${cache}${tells ? statsSocket(dir) : ''}
defaults
  mode ${layer}
  timeout connect 5s
  timeout client 300s
  timeout server 60s
${layer === 'http' ? '  timeout http-keep-alive 300s\n  option http-keep-alive\n  http-reuse always\n' : ''}
listen lab
  bind 127.0.0.1:${listenPort} backlog 4096${tls === undefined ? '' : bindTls(tls, layer)}
${tells ? handshakeTable : ''}${layer === 'http' ? '  option forwardfor\n' : ''}  server app 127.0.0.1:${upstream.port}${pool}${upstream.tls === undefined ? '' : serverTls(upstream.tls)}
`;
}

export const haproxy: EngineDefinition = {
  id: 'haproxy',
  name: 'HAProxy',
  executable: 'haproxy',
  install: engineNote('packages', { debian: 'haproxy', brew: 'haproxy' }),
  limits: [engineNote('byFirstBytes')],
  versionArguments: [['-vv']],
  readVersion: (output) => {
    const version = /HAProxy version (\S+)/i.exec(output)?.[1];
    const library =
      /Running on OpenSSL version : (.+)/.exec(output)?.[1] ??
      /Built with OpenSSL version : (.+)/.exec(output)?.[1];
    if (version === undefined) return undefined;
    return { version, tls: library?.split(/\s+/).slice(0, 2).join(' ') ?? 'none' };
  },
  configName: 'haproxy.cfg',
  configure,
  // -db: in the foreground, as one process.
  runArguments: (configFile) => ['-db', '-f', configFile],
  handshakes: haproxyHandshakes,
  stopSignal: 'SIGTERM',
};
