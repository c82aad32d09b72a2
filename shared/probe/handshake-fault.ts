import type { Fault } from '../fault.ts';
import type { WireSigns } from './wire-signs.ts';

/** A handshake, or the wait for the first answer after it, that came to nothing. */
export interface Trouble {
  /** Host and port, for the sentence. */
  readonly origin: string;
  readonly signs: WireSigns;
  /** Number of an alert that the server sent, encrypted ones included. */
  readonly serverAlert: number | undefined;
  /** What the runtime said, for failures that nothing else explains. */
  readonly reason: string;
  /** The client's certificate: none was given, or it was kept back from a server that could not be verified. */
  readonly certificate: 'none' | 'kept-back' | 'shown';
}

/** Numbers of alerts (RFC 8446 section 6, RFC 6066 section 3). */
const alerts = {
  handshakeFailure: 40,
  protocolVersion: 70,
  insufficientSecurity: 71,
  unrecognizedName: 112,
} as const;

/** What went wrong is told by alert number and side, never by a library's text, which differs (FIELD.md D6). */
function byAlert({ origin, signs }: Trouble, number: number | undefined): Fault | undefined {
  switch (number) {
    case alerts.protocolVersion:
      return {
        code: 'no-common-version',
        message: `${origin} accepts neither TLS 1.2 nor TLS 1.3, which were offered: enable one of them there; older versions are deprecated (RFC 8996).`,
      };
    case alerts.unrecognizedName:
      return {
        code: 'server-name-refused',
        message: `${origin} has no site of the name that it was asked for: name another one (in the terminal: --server-name).`,
      };
    case alerts.insufficientSecurity:
    case alerts.handshakeFailure:
      if (signs.hasServerHello) return undefined;
      return {
        code: 'no-common-cipher',
        message: `${origin} accepts none of the cipher suites, groups and signatures that were offered (alert ${number}): compare its list with what OpenSSL offers by default.`,
      };
    default:
      return undefined;
  }
}

const whatToDo = {
  none: 'give yours (in the terminal: --cert and --key)',
  'kept-back': 'yours was kept back, since the server could not be verified; mend that first',
} as const;

/** @param how what the server did when it was shown none */
export const certificateWanted = (
  { origin, certificate }: Pick<Trouble, 'origin' | 'certificate'>,
  how: string,
): Fault => ({
  code: 'client-certificate-wanted',
  message: `${origin} asked for a client certificate and, without one, ${how}: ${whatToDo[certificate === 'kept-back' ? certificate : 'none']}.`,
});

/** The failure of one who asked for a certificate: in TLS 1.3 it shows only after the client believes itself connected. */
function byCertificate(trouble: Trouble): Fault | undefined {
  const { origin, signs, serverAlert, certificate } = trouble;
  if (!signs.clientCertificateAsked) return undefined;
  const how = serverAlert === undefined ? 'closed without a word' : `sent alert ${serverAlert}`;
  return certificate === 'shown'
    ? {
        code: 'client-certificate-refused',
        message: `${origin} asked for a client certificate, was shown yours and ${how}: show one of an authority that it trusts and that has not expired.`,
      }
    : certificateWanted(trouble, how);
}

/** Why a server could be reached but not spoken to over TLS. */
export function handshakeFault(trouble: Trouble): Fault {
  const { origin, signs, serverAlert, reason } = trouble;
  if (signs.plaintext !== undefined) {
    return {
      code: 'not-tls',
      message: `${origin} does not speak TLS: it answered with ${JSON.stringify(signs.plaintext)}. Try http://, or the port on which TLS is served.`,
    };
  }
  const number = serverAlert ?? signs.alert?.number;
  const known = byAlert(trouble, number) ?? byCertificate(trouble);
  if (known !== undefined) return known;
  const side = serverAlert === undefined && signs.alert?.from === 'client' ? 'this side' : 'the server';
  const how = number === undefined ? `it broke off (${reason})` : `${side} ended it with alert ${number}`;
  return {
    code: 'handshake-failed',
    message: `The TLS handshake with ${origin} failed: ${how}. Its own log says why.`,
  };
}

/**
 * Whether a server accepts the one version that it was offered on a connection that failed.
 * @returns undefined where that can't be told: only an alert refuses, and whoever breaks off may have other reasons
 */
export function acceptsVersion({ fault, signs }: { fault: Fault; signs: WireSigns }): boolean | undefined {
  if (fault.code === 'no-common-version' || fault.code === 'no-common-cipher') return false;
  return signs.hasServerHello || undefined;
}

/**
 * Whether a server of TLS 1.2 ended a handshake because it was shown no certificate. It can't be verified before it is shown
 * one, so nothing will do but to have read its request: that a certificate was wanted may be a guess in TLS 1.3.
 */
export const endsUnverified = ({ fault, signs }: { fault: Fault; signs: WireSigns }): boolean =>
  fault.code === 'client-certificate-wanted' && signs.certificateRequestRead;

/**
 * Why nothing was answered over a connection that stood.
 * @param trouble its signs are those of TLS; absent on plaintext
 */
export function answerFault(trouble: Omit<Trouble, 'signs'> & { signs: WireSigns | undefined }): Fault {
  const { origin, signs, serverAlert, reason } = trouble;
  const known = signs && byCertificate({ ...trouble, signs });
  if (known !== undefined) return known;
  const how = serverAlert === undefined ? reason : `it sent alert ${serverAlert}`;
  return {
    code: 'no-answer',
    message: `${origin} ended the connection without an answer: ${how}. Its own log says why.`,
  };
}
