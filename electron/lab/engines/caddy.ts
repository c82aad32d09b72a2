import { engineNote } from '../../../shared/engine-state.ts';
import type { EngineClientTls, EngineDefinition, EngineServerTls, EngineSpec } from './engine.ts';

/** https://caddyserver.com/docs/caddyfile/directives/tls */
function listenerTls({ version, certFile, keyFile, clientCaFile }: EngineServerTls): string {
  const clients =
    clientCaFile === undefined
      ? ''
      : `
    client_auth {
      mode require_and_verify
      trusted_ca_cert_file ${clientCaFile}
    }`;
  return `  tls ${certFile} ${keyFile} {
    protocols tls${version} tls${version}${clients}
  }
`;
}

function transportTls({ caFile, serverName, certFile, keyFile }: EngineClientTls): string {
  const own = certFile && keyFile ? `\n      tls_client_auth ${certFile} ${keyFile}` : '';
  return `
      tls_trusted_ca_certs ${caFile}
      tls_server_name ${serverName}${own}`;
}

function configure({ listenPort, tls, upstream }: EngineSpec): string {
  const scheme = tls === undefined ? 'http' : 'https';
  const versions = upstream.tls === undefined ? '1.1' : '1.1 2';
  return `{
  admin off
  auto_https off
  log {
    level ERROR
  }
  servers {
    protocols h1 h2${tls === undefined ? ' h2c' : ''}
    timeouts {
      idle 5m
    }
  }
}

${scheme}://:${listenPort} {
  bind 127.0.0.1
${tls === undefined ? '' : listenerTls(tls)}  reverse_proxy ${upstream.tls === undefined ? 'http' : 'https'}://127.0.0.1:${upstream.port} {
    flush_interval -1
    transport http {
      versions ${versions}
      keepalive 5m
      keepalive_idle_conns 1000
      keepalive_idle_conns_per_host 1000${upstream.tls === undefined ? '' : transportTls(upstream.tls)}
    }
  }
}
`;
}

export const caddy: EngineDefinition = {
  id: 'caddy',
  name: 'Caddy',
  executable: 'caddy',
  install: engineNote('packages', { debian: 'caddy', brew: 'caddy' }),
  limits: [engineNote('ticketsStay'), engineNote('goThreads'), engineNote('highestTls')],
  versionArguments: [['version'], ['build-info']],
  readVersion: (output) => {
    // Its version alone is a bare number, which could be any program's.
    const isCaddy = /github\.com\/caddyserver\/caddy/.test(output);
    const version = /^v?(\d+\.\d+\.\d+\S*)/m.exec(output)?.[1];
    const go = /^go\s+go(\S+)/m.exec(output)?.[1];
    if (!isCaddy || version === undefined) return undefined;
    const unable = {
      tcp: engineNote('noLayer4'),
      mutual: engineNote('tellsNoHandshakes'),
    };
    return { version, tls: go === undefined ? 'Go crypto/tls' : `Go ${go} crypto/tls`, unable };
  },
  configName: 'Caddyfile',
  configure,
  runArguments: (configFile) => ['run', '--config', configFile, '--adapter', 'caddyfile'],
  environment: ({ dir, workers }) => ({
    GOMAXPROCS: String(workers),
    HOME: dir,
    XDG_CONFIG_HOME: dir,
    XDG_DATA_HOME: dir,
  }),
  stopSignal: 'SIGTERM',
};
