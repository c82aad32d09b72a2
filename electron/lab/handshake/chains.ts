import { authorityKey, type HandshakeKey, type TlsCase } from '../../../shared/handshake/cases.ts';
import {
  type Authority,
  certificateFailed,
  issue,
  makeAuthority,
  makeIntermediate,
  makeKeys,
  serverPurpose,
} from '../pki.ts';

/** What a server sends, its own certificate first, and the root that its client trusts, as PEM. */
export interface Chain {
  readonly certPem: string;
  readonly keyPem: string;
  readonly caPem: string;
}

/** Of one chain: the root, and the two that may stand between it and a leaf. */
async function makeAuthorities(): Promise<readonly [Authority, Authority, Authority]> {
  const root = await makeAuthority(authorityKey, 2);
  const upper = await makeIntermediate(root, 1);
  return [root, upper, await makeIntermediate(upper, 0)];
}

/** Chains of the handshake lab. A key is made once, at its first use: one of RSA-4096 takes seconds. */
export class Chains {
  private authorities: ReturnType<typeof makeAuthorities> | undefined;
  private readonly keys = new Map<HandshakeKey, Promise<CryptoKeyPair>>();

  /** @throws LabError `certificate-failed` when the runtime can't make a key of this type */
  async chain({ key, chainLength }: Pick<TlsCase, 'key' | 'chainLength'>): Promise<Chain> {
    try {
      this.authorities ??= makeAuthorities();
      const authorities = await this.authorities;
      const keys = this.keys.get(key) ?? makeKeys(key);
      this.keys.set(key, keys);
      const [root] = authorities;
      const issuer = authorities[chainLength - 1] ?? root;
      const { certPem, keyPem } = await issue(issuer, serverPurpose, await keys);
      const between = authorities.slice(1, chainLength).reverse();
      const sent = [certPem, ...between.map(({ certificate }) => certificate.toString('pem'))];
      return { certPem: sent.join('\n'), keyPem, caPem: root.certificate.toString('pem') };
    } catch (error) {
      certificateFailed(key, error);
    }
  }
}
