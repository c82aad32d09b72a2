import type { Hello } from '../role-api.ts';
import type { TlsCase } from './cases.ts';
import type { MeasuredBatch } from './measured-batch.ts';
import type { Activity, Proof } from './role-calls.ts';

/** BoringSSL lets nobody choose the cipher of TLS 1.3 (`SSL_CTX_set_cipher_list` in its ssl.h), so none can be promised. */
const choosesAlone = ({ version }: TlsCase, { tls }: Hello['runtime']): boolean =>
  version === '1.3' && tls.startsWith('BoringSSL');

/**
 * Holds what a watched connection showed against what its case promises.
 * @param proof null on TCP alone
 * @param runtime that both sides run on
 * @returns what was found instead, undefined when all is as promised
 */
export function brokenPromise(
  promised: TlsCase | null,
  proof: Proof | null,
  runtime: Hello['runtime'],
): string | undefined {
  if (promised === null || proof === null)
    return promised === proof ? undefined : 'one side speaks TLS and the other does not';
  const { version, cipher, key, group, chainLength, resumed, isRetried, roundTrips } = promised;
  const facts: readonly (readonly [name: string, promised: unknown, found: unknown])[] = [
    ['the version', `TLSv${version}`, proof.version],
    ['the cipher', choosesAlone(promised, runtime) ? proof.cipher : cipher.iana, proof.cipher],
    // A resumed connection shows no certificate, and one of TLS 1.2 no key exchange.
    ['the key', key, proof.key ?? key],
    ['the chain', chainLength, proof.chainLength ?? chainLength],
    ['the group', group, proof.group ?? group],
    ['resumed', resumed, proof.resumed],
    ['a HelloRetryRequest', isRetried, proof.isRetried],
    ['round trips', roundTrips, proof.roundTrips],
  ];
  const broken = facts.find(([, wanted, found]) => wanted !== found);
  return broken && `${broken[0]}: ${broken[1]} was promised, ${broken[2]} was found`;
}

/**
 * Holds a batch against the promise that every connection was full, or every one resumed, by both sides' own counts, and
 * that each ended on the version and cipher of the watched one.
 * @param proof of the watched connection, already held to its promise; null on TCP alone
 * @returns what was found instead, undefined when all is as promised
 */
export function brokenCount(
  promised: TlsCase | null,
  proof: Proof | null,
  activity: Activity,
  { report, server }: MeasuredBatch,
): string | undefined {
  const connections = promised === null || activity === 'open-round-trip' ? 0 : report.count;
  const [full, resumed] = promised?.resumed ? [0, connections] : [connections, 0];
  const sides = { client: report, server };
  for (const [name, side] of Object.entries(sides)) {
    if (side.full === full && side.resumed === resumed) continue;
    return `${full} full and ${resumed} resumed handshakes were promised, the ${name} counted ${side.full} and ${side.resumed}`;
  }
  const other = report.negotiated.find(
    ({ tlsVersion, cipher }) => tlsVersion !== proof?.version || cipher !== proof.cipher,
  );
  return (
    other &&
    `${proof?.version} with ${proof?.cipher} was proved, ${other.count} of ${report.count} had ${other.tlsVersion} with ${other.cipher}`
  );
}
