import path from 'node:path';
import type { TlsSettings } from '../../shared/config.ts';
import type { Layer, Protocol } from '../../shared/words.ts';
import type { EngineClientTls, EngineServerTls, EngineSpec } from './engines/engine.ts';
import { serverName as ownName } from './pki.ts';

/** TLS of a hop as a configuration tells it; in a mesh the far end demands a certificate, and the near end shows one. */
type HopTls = TlsSettings & { readonly mutual: boolean };

/** What a listener is asked to do, as far as an engine's configuration tells it: a planned link has it, and its spec. */
export interface EngineTask {
  readonly protocol: Protocol;
  readonly layer: Layer;
  readonly tls: HopTls | undefined;
  readonly upstream: {
    /** The name to verify is that of the lab's own certificates, unless another is given. */
    readonly tls: (HopTls & { readonly serverName?: string }) | undefined;
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

function serverTls({ version, resumption, mutual }: HopTls, dir: string): EngineServerTls {
  return {
    version,
    resumption,
    certFile: path.join(dir, 'cert.pem'),
    keyFile: path.join(dir, 'key.pem'),
    certAndKeyFile: path.join(dir, 'cert-and-key.pem'),
    ...(mutual ? { clientCaFile: path.join(dir, 'client-ca.pem') } : {}),
  };
}

function clientTls(
  { version, resumption, mutual, serverName = ownName }: NonNullable<EngineTask['upstream']['tls']>,
  dir: string,
): EngineClientTls {
  const own = {
    certFile: path.join(dir, 'own-cert.pem'),
    keyFile: path.join(dir, 'own-key.pem'),
    certAndKeyFile: path.join(dir, 'own-cert-and-key.pem'),
  };
  const caFile = path.join(dir, 'upstream-ca.pem');
  return { version, resumption, caFile, serverName, ...(mutual ? own : {}) };
}

/** What an engine's configuration is made from. Pure. */
export function engineSpec({ protocol, layer, tls, upstream }: EngineTask, place: EnginePlace): EngineSpec {
  const { listenPort, upstreamPort, dir, workers, version, tcpModule } = place;
  return {
    listenPort,
    protocol,
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
