import type { Fault } from '../fault.ts';
import type { Certificate } from './certificate.ts';

/** What is known of a server's certificates and of how far they are trusted. */
export interface Shown {
  /** The name or address that the certificate has to be for. */
  readonly name: string;
  /** As sent, the server's own first. */
  readonly chain: readonly Certificate[];
  /** OpenSSL's name for the first thing that is wrong, names apart; absent when the chain holds. */
  readonly verifyCode: string | undefined;
  /** The names that the certificate is for, where `name` isn't one of them; empty where it has none. */
  readonly otherNames: string | undefined;
  readonly nowMs: number;
}

/** No certificate of the issuer was sent or is trusted (X509_STORE_CTX_get_error(3)). */
const issuerCodes = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
const dateCodes = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];

/** A chain that holds has no wrong dates in it: what else was sent needs none. */
function dateFaults({ chain, nowMs, verifyCode }: Shown): Fault[] {
  if (verifyCode === undefined) return [];
  return chain.flatMap(({ subject, notBefore, notAfter }): Fault[] => {
    if (notBefore === undefined || notAfter === undefined) {
      const message = `The certificate of ${subject} can't be read: it does not say from when until when it is valid. Have it issued anew.`;
      return [{ code: 'certificate-unreadable', message }];
    }
    if (nowMs > Date.parse(notAfter)) {
      const message = `The certificate of ${subject} expired on ${notAfter}: renew it, and look why nothing renewed it.`;
      return [{ code: 'certificate-expired', message }];
    }
    if (nowMs >= Date.parse(notBefore)) return [];
    const message = `The certificate of ${subject} is not valid before ${notBefore}: check the clocks of this machine and of the one that issued it.`;
    return [{ code: 'certificate-not-yet-valid', message }];
  });
}

/** The last certificate that can be reached from the server's own, by the names of issuers: others were sent for nothing. */
function topOf(chain: readonly Certificate[]): Certificate | undefined {
  let [top, ...others] = chain;
  while (top !== undefined && !top.isSelfSigned) {
    const { issuer } = top;
    const next = others.find(({ subject }) => subject === issuer);
    if (next === undefined) return top;
    others = others.filter((other) => other !== next);
    top = next;
  }
  return top;
}

/**
 * OpenSSL says the same of an authority that nobody knows and of an intermediate certificate that was not sent. A public
 * authority's certificate names where its issuer's is found, and its root is known: so what is missing there lies between.
 */
function issuerFault({ chain }: Shown): Fault {
  const last = topOf(chain);
  if (last?.issuerUrl !== undefined && !last.isCa) {
    return {
      code: 'certificate-chain-incomplete',
      message: `The server does not send the certificate of ${last.issuer}, which issued its own: browsers may have it, other clients fail. Add it to the server's certificate file (found at ${last.issuerUrl}).`,
    };
  }
  const who = last?.isSelfSigned
    ? `${last.subject}, which signed itself`
    : `${last?.issuer ?? 'an unknown issuer'}`;
  return {
    code: 'certificate-unknown-issuer',
    message: `The certificate comes from ${who}, and no authority of that kind is trusted: if it is your own authority, give its certificate (in the terminal: --ca); if it is an intermediate one, let the server send it.`,
  };
}

function nameFault(name: string, otherNames: string): Fault {
  const message =
    otherNames === ''
      ? `The certificate has no subjectAltName, and its common name no longer counts (RFC 9525): have it issued for ${name}.`
      : `The certificate is for ${otherNames}, not for ${name}: ask for one of those names, or have it issued for this one too.`;
  return { code: 'certificate-wrong-name', message };
}

/**
 * Everything that is wrong with what a server showed.
 * @returns nothing when chain, dates and name all hold
 */
export function certificateFaults(shown: Shown): Fault[] {
  const { verifyCode, otherNames, name, chain } = shown;
  const faults = dateFaults(shown);
  if (otherNames !== undefined) {
    faults.push(nameFault(name, otherNames));
  }
  if (verifyCode === undefined) return faults;
  if (issuerCodes.includes(verifyCode)) return [...faults, issuerFault(shown)];
  // An expired root is in no chain that was sent, but ends verification all the same.
  if (dateCodes.includes(verifyCode) && faults.some(({ code }) => code !== 'certificate-wrong-name'))
    return faults;
  const message = `The certificate of ${chain[0]?.subject ?? name} is not accepted: OpenSSL says ${verifyCode}.`;
  return [...faults, { code: 'certificate-rejected', message }];
}
