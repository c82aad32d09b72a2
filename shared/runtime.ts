import type { Environment } from './result.ts';

/** What Node's `process` says of itself, as far as it matters here. */
interface HostProcess {
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly features: object;
}

/** The runtime of a process: Electron's TLS is BoringSSL, whatever version string it reports (FIELD.md D6). */
export function runtimeOf({ versions, features }: HostProcess): Environment['runtime'] {
  const { electron, node = 'unknown', openssl = 'unknown' } = versions;
  const boring = Reflect.get(features, 'openssl_is_boringssl') === true || electron !== undefined;
  return {
    name: electron === undefined ? 'node' : 'electron',
    version: electron ?? node,
    tls: boring ? 'BoringSSL' : `OpenSSL ${openssl}`,
  };
}
