import { writeFile } from 'node:fs/promises';
import type { ProxyListenSpec } from '../../shared/role-api.ts';
import type { EngineSpec } from './engines/engine.ts';

/** Only this user may read a key. */
const secret = { mode: 0o600 } as const;

/** Where a certificate and its key lie; some engines want them apart, others in one file. */
interface PairFiles {
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly certAndKeyFile?: string;
}

async function writePair(
  { certFile, keyFile, certAndKeyFile }: PairFiles,
  { certPem, keyPem }: { certPem: string; keyPem: string },
): Promise<void> {
  if (certFile) await writeFile(certFile, certPem);
  if (keyFile) await writeFile(keyFile, keyPem, secret);
  if (certAndKeyFile) await writeFile(certAndKeyFile, `${certPem}\n${keyPem}`, secret);
}

/** Certificates and keys where the spec says that they are. */
export async function writePems({ tls, upstream }: EngineSpec, pems: ProxyListenSpec): Promise<void> {
  if (tls && pems.tls) {
    await writePair(tls, pems.tls);
    const { clientCaPem } = pems.tls;
    if (tls.clientCaFile && clientCaPem) await writeFile(tls.clientCaFile, clientCaPem);
  }
  if (upstream.tls && pems.upstream.tls) {
    await writeFile(upstream.tls.caFile, pems.upstream.tls.caPem);
    if (pems.upstream.tls.own) await writePair(upstream.tls, pems.upstream.tls.own);
  }
}
