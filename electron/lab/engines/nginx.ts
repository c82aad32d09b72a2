import type { EngineClientTls, EngineDefinition, EngineServerTls, EngineSpec } from './engine.ts';

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
const indented = (lines: readonly string[], depth: number) =>
  lines.map((line) => `${'  '.repeat(depth)}${line}\n`).join('');

/** From 1.25.1 on HTTP/2 is a directive of its own, and the listener's parameter is deprecated (ngx_http_v2_module). */
function hasHttp2Directive(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major > 1 || (major === 1 && (minor > 25 || (minor === 25 && patch >= 1)));
}

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
  const { listenPort, tls, upstream, version } = spec;
  const parameter = hasHttp2Directive(version) ? '' : ' http2';
  const listen = `listen 127.0.0.1:${listenPort}${tls === undefined ? '' : ` ssl${parameter}`} backlog=4096;`;
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
    ...(tls !== undefined && parameter === '' ? ['http2 on;'] : []),
    ...(tls === undefined ? [] : serverTls(tls)),
  ];
  return `  server {
${indented(server, 2)}    location / {
${indented(location, 3)}    }
  }
`;
}

function http(spec: EngineSpec): string {
  const { dir, upstream } = spec;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${dir}/${kind};`,
  );
  const common = [
    'access_log off;',
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

function configure(spec: EngineSpec): string {
  const { workers, dir } = spec;
  return `worker_processes ${workers};
daemon off;
pid ${dir}/nginx.pid;
error_log stderr warn;
events {
  worker_connections 16384;
}
${http(spec)}`;
}

export const nginx: EngineDefinition = {
  id: 'nginx',
  name: 'nginx',
  executable: 'nginx',
  install: 'Debian and Ubuntu: apt install nginx-light. macOS: brew install nginx.',
  limits: ['It speaks HTTP/1.1 to the app, on TLS too.', 'A plaintext listener speaks HTTP/1.1 only.'],
  versionArguments: [['-V']],
  readVersion: (output) => {
    const version = /nginx version: \S+\/(\S+)/.exec(output)?.[1];
    // "running with" is only said where it differs from what it was built with.
    const running = /running with (\S+ \S+)/.exec(output)?.[1] ?? /built with (\S+ \S+)/.exec(output)?.[1];
    return version === undefined ? undefined : { version, tls: running ?? 'none' };
  },
  configName: 'nginx.conf',
  configure,
  // -e: before the configuration is read it would log to where only root may write.
  runArguments: (configFile, { dir }) => ['-e', 'stderr', '-p', dir, '-c', configFile],
  stopSignal: 'SIGTERM',
};
