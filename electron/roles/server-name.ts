import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';

/**
 * `tls.connect` asks the socket for the whole chain as plain objects before it checks the name, which on OpenSSL 3 costs
 * more than the handshake's own arithmetic. The native certificate answers the same question.
 * @param socket of a connection that is checked by `checkServerName`, before its handshake
 */
export function avoidCertificateObject(socket: TLSSocket): void {
  Reflect.set(socket, 'getPeerCertificate', nativeCertificate);
}

/**
 * RFC 9525 check of the leaf's names, once per full handshake; OpenSSL has verified the chain before.
 * @returns what is wrong, as `checkServerIdentity` of `tls.connect` has to
 */
function checkServerName(serverName: string, certificate: unknown): Error | undefined {
  const isForName =
    certificate instanceof X509Certificate &&
    (isIP(serverName) === 0
      ? certificate.checkHost(serverName, { subject: 'never' })
      : certificate.checkIP(serverName)) !== undefined;
  return isForName ? undefined : new Error(`the certificate is not for ${serverName}`);
}

/**
 * How `tls.connect` names and checks a server that is dialled by an address which need not be its own. An address is
 * never sent as a name (RFC 6066 §3), but checked all the same.
 */
export const namedServer = (serverName: string) => ({
  servername: isIP(serverName) === 0 ? serverName : '',
  checkServerIdentity: (_dialled: string, certificate: unknown) => checkServerName(serverName, certificate),
});

function nativeCertificate(this: TLSSocket): X509Certificate | undefined {
  return this.getPeerX509Certificate();
}
