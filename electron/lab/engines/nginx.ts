import { engineNote } from '../../../shared/engine-state.ts';
import type {
  EngineClientTls,
  EngineDefinition,
  EngineServerTls,
  EngineSpec,
  EngineVersion,
} from './engine.ts';
import { handshakeLog, NginxHandshakes } from './nginx-handshakes.ts';

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const indented = (lines: readonly string[], depth: number) =>
  lines.map((line) => `${'  '.repeat(depth)}${line}\n`).join('');

/** @param least of version 1 */
function isAtLeast(version: string, least: { minor: number; patch: number }): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (
    major > 1 || (major === 1 && (minor > least.minor || (minor === least.minor && patch >= least.patch)))
  );
}

/** From here on HTTP/2 is a directive of its own, and the listener's parameter is deprecated (ngx_http_v2_module). */
const http2Directive = { minor: 25, patch: 1 } as const;
/** From here on each end of a forwarded connection can be closed by itself (ngx_stream_proxy_module). */
const halfClose = { minor: 21, patch: 4 } as const;
/** From here on there is a variable for what ALPN chose (ngx_http_ssl_module). */
const alpnVariable = { minor: 21, patch: 4 } as const;

/** ngx_http_ssl_module and ngx_stream_ssl_module name these alike. */
function serverTls({ version, resumption, certFile, keyFile, clientCaFile }: EngineServerTls): string[] {
  return [
    `ssl_certificate ${certFile};`,
    `ssl_certificate_key ${keyFile};`,
    `ssl_protocols TLSv${version};`,
    `ssl_session_tickets ${onOff(resumption)};`,
    // The default, none, lets a client believe that it can resume, but never resumes without a ticket.
    `ssl_session_cache ${resumption ? 'shared:lab:4m' : 'off'};`,
    ...(clientCaFile === undefined
      ? []
      : [`ssl_client_certificate ${clientCaFile};`, 'ssl_verify_client on;']),
  ];
}

function upstreamTls({
  version,
  resumption,
  caFile,
  serverName,
  certFile,
  keyFile,
}: EngineClientTls): string[] {
  return [
    `proxy_ssl_protocols TLSv${version};`,
    `proxy_ssl_trusted_certificate ${caFile};`,
    'proxy_ssl_verify on;',
    `proxy_ssl_name ${serverName};`,
    'proxy_ssl_server_name on;',
    `proxy_ssl_session_reuse ${onOff(resumption)};`,
    ...(certFile && keyFile
      ? [`proxy_ssl_certificate ${certFile};`, `proxy_ssl_certificate_key ${keyFile};`]
      : []),
  ];
}

function httpServer(spec: EngineSpec): string {
  const { listenPort, tls, upstream, version, protocol } = spec;
  const speaksHttp2 = tls !== undefined || protocol === 'h2';
  const parameter = isAtLeast(version, http2Directive) ? '' : ' http2';
  const listen = `listen 127.0.0.1:${listenPort}${tls === undefined ? '' : ' ssl'}${speaksHttp2 ? parameter : ''} backlog=4096;`;
  const location = [
    `proxy_pass ${upstream.tls === undefined ? 'http' : 'https'}://app;`,
    // Without these two the pool is never used: stock nginx asks in HTTP/1.0 and closes (FIELD.md B01).
    'proxy_http_version 1.1;',
    'proxy_set_header Connection "";',
    // Stock nginx would ask for the upstream's own name.
    'proxy_set_header Host $http_host;',
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    'proxy_set_header X-Forwarded-Host $http_host;',
    // Bodies stream; the disk is no part of what is measured.
    'proxy_request_buffering off;',
    'proxy_max_temp_file_size 0;',
    'proxy_read_timeout 60s;',
    ...(upstream.tls === undefined ? [] : upstreamTls(upstream.tls)),
  ];
  const server = [
    listen,
    ...(speaksHttp2 && parameter === '' ? ['http2 on;'] : []),
    ...(tls === undefined ? [] : serverTls(tls)),
  ];
  return `  server {
${indented(server, 2)}    location / {
${indented(location, 3)}    }
  }
`;
}

function http(spec: EngineSpec): string {
  const { dir, upstream, tls, version } = spec;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${dir}/${kind};`,
  );
  const common = [
    ...(tls?.clientCaFile === undefined
      ? ['access_log off;']
      : handshakeLog(dir, isAtLeast(version, alpnVariable))),
    'keepalive_timeout 300s;',
    'keepalive_requests 1000000000;',
    'client_max_body_size 0;',
    ...temporary,
  ];
  const pool = [
    `server 127.0.0.1:${upstream.port};`,
    'keepalive 1000;',
    'keepalive_timeout 300s;',
    'keepalive_requests 1000000000;',
  ];
  return `http {
${indented(common, 1)}  upstream app {
${indented(pool, 2)}  }
${httpServer(spec)}}
`;
}

/** ngx_stream_core_module: bytes from one socket to the other, and a half-closed connection stays half open. */
function stream({ listenPort, upstream, version }: EngineSpec): string {
  const server = [
    `listen 127.0.0.1:${listenPort} backlog=4096;`,
    `proxy_pass 127.0.0.1:${upstream.port};`,
    'proxy_connect_timeout 5s;',
    'proxy_timeout 300s;',
    ...(isAtLeast(version, halfClose) ? ['proxy_half_close on;'] : []),
    'tcp_nodelay on;',
  ];
  return `stream {
  access_log off;
  server {
${indented(server, 2)}  }
}
`;
}

/** What `nginx -V` says of the stream module: built in, to be loaded from a file, or not built at all. */
function streamAbility(output: string): Pick<EngineVersion, 'tcpModule' | 'unable'> {
  if (/--with-stream(?!\S)/.test(output)) return {};
  const modules =
    /--modules-path=(\S+)/.exec(output)?.[1] ?? `${/--prefix=(\S+)/.exec(output)?.[1] ?? ''}/modules`;
  if (/--with-stream=dynamic/.test(output)) return { tcpModule: `${modules}/ngx_stream_module.so` };
  return { unable: { tcp: engineNote('noStreamModule') } };
}

function configure(spec: EngineSpec): string {
  const { workers, dir, layer, tcpModule } = spec;
  const load = layer === 'tcp' && tcpModule !== undefined ? `load_module ${tcpModule};\n` : '';
  return `${load}worker_processes ${workers};
daemon off;
pid ${dir}/nginx.pid;
error_log stderr warn;
events {
  worker_connections 16384;
}
${layer === 'tcp' ? stream(spec) : http(spec)}`;
}

export const nginx: EngineDefinition = {
  id: 'nginx',
  name: 'nginx',
  executable: 'nginx',
  install: engineNote('packages', { debian: 'nginx-light', brew: 'nginx' }),
  tcpPackage: 'libnginx-mod-stream',
  limits: [engineNote('h1ToApp'), engineNote('eitherInPlaintext')],
  versionArguments: [['-V']],
  readVersion: (output) => {
    const version = /nginx version: \S+\/(\S+)/.exec(output)?.[1];
    // "running with" is only said where it differs from what it was built with.
    const running = /running with (\S+ \S+)/.exec(output)?.[1] ?? /built with (\S+ \S+)/.exec(output)?.[1];
    return version === undefined ? undefined : { version, tls: running ?? 'none', ...streamAbility(output) };
  },
  configName: 'nginx.conf',
  configure,
  // -e: before the configuration is read it would log to where only root may write.
  runArguments: (configFile, { dir }) => ['-e', 'stderr', '-p', dir, '-c', configFile],
  handshakes: (dir) => new NginxHandshakes(dir),
  stopSignal: 'SIGTERM',
};
