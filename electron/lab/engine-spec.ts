import path from 'node:path';
import type { TlsSettings } from '../../shared/config.ts';
import type { Layer } from '../../shared/words.ts';
import type { EngineClientTls, EngineServerTls, EngineSpec } from './engines/engine.ts';
import { serverName as ownName } from './pki.ts';

/** What a listener is asked to do, as far as an engine's configuration tells it: a planned link has it, and its spec. */
export interface EngineTask {
  readonly layer: Layer;
  readonly tls: TlsSettings | undefined;
  readonly upstream: {
    /** The name to verify is that of the lab's own certificates, unless another is given. */
    readonly tls: (TlsSettings & { readonly serverName?: string }) | undefined;
  };
}

/** Where one instance listens, forwards to and keeps its files. */
export interface EnginePlace {
  readonly listenPort: number;
  readonly upstreamPort: number;
  readonly dir: string;
  readonly workers: number;
  readonly version: string;
  readonly tcpModule?: string;
}

function serverTls({ version, resumption }: TlsSettings, dir: string): EngineServerTls {
  return {
    version,
    resumption,
    certFile: path.join(dir, 'cert.pem'),
    keyFile: path.join(dir, 'key.pem'),
    certAndKeyFile: path.join(dir, 'cert-and-key.pem'),
  };
}

function clientTls(
  { version, resumption, serverName = ownName }: NonNullable<EngineTask['upstream']['tls']>,
  dir: string,
): EngineClientTls {
  return { version, resumption, caFile: path.join(dir, 'upstream-ca.pem'), serverName };
}

/** What an engine's configuration is made from. Pure. */
export function engineSpec({ layer, tls, upstream }: EngineTask, place: EnginePlace): EngineSpec {
  const { listenPort, upstreamPort, dir, workers, version, tcpModule } = place;
  return {
    listenPort,
    ...(tls === undefined ? {} : { tls: serverTls(tls, dir) }),
    layer,
    upstream: {
      port: upstreamPort,
      ...(upstream.tls === undefined ? {} : { tls: clientTls(upstream.tls, dir) }),
    },
    workers,
    dir,
    version,
    ...(tcpModule === undefined ? {} : { tcpModule }),
  };
}
