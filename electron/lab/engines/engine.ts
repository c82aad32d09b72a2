import type { EngineNote } from '../../../shared/engine-state.ts';
import type { KeptProgram } from '../../../shared/role-api.ts';
import type { Engine, EngineNeed, Layer, Protocol, TlsVersion } from '../../../shared/words.ts';
import type { HandshakeSource } from './handshake-source.ts';

/** A real proxy; what the lab itself offers as `builtin` is a role and has no such entry. */
export type RealEngine = Exclude<Engine, 'builtin'>;

/** What an engine says of itself: its own version, and the library that does its TLS. */
export interface EngineVersion {
  readonly version: string;
  readonly tls: string;
  /** Forwards bytes with this module, which must be loaded; what it is made for comes in a package of its own. */
  readonly tcpModule?: string;
  /** What it can't do, as it was built, of what some topologies need, with the reason. */
  readonly unable?: Readonly<Partial<Record<EngineNeed, EngineNote>>>;
}

/** TLS as the engine offers it to whoever dials it. Paths are absolute; keys lie in a directory of mode 0700. */
export interface EngineServerTls {
  readonly version: TlsVersion;
  /** Tickets and caches on or off; off means that every handshake is full. */
  readonly resumption: boolean;
  readonly certFile: string;
  readonly keyFile: string;
  /** Certificate, then key, in one file, for engines that want them so. */
  readonly certAndKeyFile: string;
  /**
   * Clients must show a certificate of this authority (mutual TLS). Whoever has one is a sidecar, played by a real engine as
   * well, so the configuration also makes this one tell of its handshakes.
   */
  readonly clientCaFile?: string;
}

/** TLS as the engine speaks it to its upstream, whose certificate it verifies against `caFile` and `serverName`. */
export interface EngineClientTls {
  readonly version: TlsVersion;
  readonly resumption: boolean;
  readonly caFile: string;
  readonly serverName: string;
  /** Shown to an upstream that asks for one (mutual TLS). */
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly certAndKeyFile?: string;
}

/** One listener of a real engine and where it forwards to; all on 127.0.0.1. */
export interface EngineSpec {
  readonly listenPort: number;
  /** What is spoken to it in plaintext; on TLS ALPN decides. */
  readonly protocol: Protocol;
  /** Absent: plaintext from the tier before. */
  readonly tls?: EngineServerTls;
  /** `http` ends HTTP and forwards requests; `tcp` forwards bytes and never decrypts. */
  readonly layer: Layer;
  readonly upstream: { readonly port: number; readonly tls?: EngineClientTls };
  readonly workers: number;
  /** A directory of this instance alone, for whatever the engine must write. */
  readonly dir: string;
  /** Of the engine that will read the configuration: some directives changed their spelling. */
  readonly version: string;
  /** A module to load for `layer`. Absent: nothing needs loading. */
  readonly tcpModule?: string;
}

/** How to recognise, configure, run and stop one real engine. */
export interface EngineDefinition {
  readonly id: RealEngine;
  /** As its makers write it. */
  readonly name: string;
  /** Name of its executable on the PATH. */
  readonly executable: string;
  /** How to get it, for someone who doesn't have it. */
  readonly install: EngineNote;
  /** Debian's package of the module that forwards bytes, where that is one of its own. */
  readonly tcpPackage?: string;
  /** What it can't do of what the lab may ask: for example which protocol it speaks upstream. */
  readonly limits: readonly EngineNote[];
  /** Arguments that make it print its version; of several calls, for those that tell it in pieces. */
  readonly versionArguments: readonly (readonly string[])[];
  /** @param output stdout and stderr of those. @returns undefined when it is some other program's */
  readVersion(output: string): EngineVersion | undefined;
  /** Name of the configuration file; some engines go by its ending. */
  readonly configName: string;
  /** The configuration that a careful operator would write for this purpose. Pure: the same spec gives the same text. */
  configure(spec: EngineSpec): string;
  /** @param configFile absolute. @returns arguments that run it in the foreground with this configuration */
  runArguments(configFile: string, spec: Pick<EngineSpec, 'dir' | 'workers'>): string[];
  /** Environment that it needs beside the lab's own. */
  readonly environment?: (spec: Pick<EngineSpec, 'dir' | 'workers'>) => Record<string, string>;
  /**
   * Reads what an instance tells of its handshakes; its configuration makes it tell where clients must show a certificate.
   * Absent: it can't be made to.
   * @param dir the instance's own
   */
  readonly handshakes?: (dir: string) => HandshakeSource;
  /** Asks the process to end without waiting for connections. */
  readonly stopSignal: KeptProgram['stopSignal'];
}
