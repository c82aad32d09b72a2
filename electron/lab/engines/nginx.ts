import type { EngineDefinition, EngineSpec } from './engine.ts';

function configure({ listenPort, tls, upstream, workers, dir }: EngineSpec): string {
  const up = upstream.tls;
  return `worker_processes ${workers};
daemon off;
pid ${dir}/nginx.pid;
error_log stderr warn;
events { worker_connections 16384; }
http {
  access_log off;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/f;
  uwsgi_temp_path ${dir}/u;
  scgi_temp_path ${dir}/s;
  keepalive_requests 1000000000;
  keepalive_timeout 300s;
  client_max_body_size 0;
  upstream app { server 127.0.0.1:${upstream.port}; keepalive 1000; keepalive_requests 1000000000; keepalive_timeout 300s; }
  server {
    listen 127.0.0.1:${listenPort}${tls ? ' ssl http2' : ''} backlog=4096;
    ${tls ? `ssl_certificate ${tls.certFile}; ssl_certificate_key ${tls.keyFile}; ssl_protocols TLSv${tls.version}; ssl_session_tickets ${tls.resumption ? 'on' : 'off'}; ssl_session_cache ${tls.resumption ? 'shared:s:1m' : 'off'};` : ''}
    location / {
      proxy_pass ${up ? 'https' : 'http'}://app;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_request_buffering off;
      proxy_max_temp_file_size 0;
      ${up ? `proxy_ssl_trusted_certificate ${up.caFile}; proxy_ssl_verify on; proxy_ssl_name ${up.serverName}; proxy_ssl_server_name on; proxy_ssl_protocols TLSv${up.version}; proxy_ssl_session_reuse ${up.resumption ? 'on' : 'off'};` : ''}
    }
  }
}
`;
}

export const nginx: EngineDefinition = {
  id: 'nginx',
  name: 'nginx',
  executable: 'nginx',
  install: 'On Debian: apt install nginx-light.',
  limits: ['It speaks HTTP/1.1 to the app.'],
  versionArguments: ['-V'],
  readVersion: (output) => {
    const version = /nginx version: nginx\/(\S+)/.exec(output)?.[1];
    const tls = /running with (OpenSSL \S+)|built with (OpenSSL \S+)/.exec(output);
    return version === undefined ? undefined : { version, tls: tls?.[1] ?? tls?.[2] ?? 'unknown' };
  },
  configName: 'nginx.conf',
  configure,
  runArguments: (configFile, { dir }) => ['-p', dir, '-c', configFile],
  stopSignal: 'SIGTERM',
};
