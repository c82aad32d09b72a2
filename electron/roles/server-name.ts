import { X509Certificate } from 'node:crypto';
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
export function checkServerName(serverName: string, certificate: unknown): Error | undefined {
  const isForName =
    certificate instanceof X509Certificate &&
    certificate.checkHost(serverName, { subject: 'never' }) !== undefined;
  return isForName ? undefined : new Error(`the certificate is not for ${serverName}`);
}

function nativeCertificate(this: TLSSocket): X509Certificate | undefined {
  return this.getPeerX509Certificate();
}
