import { X509Certificate } from 'node:crypto';
import tls, { type SecureContext } from 'node:tls';
import { LabError, toFault } from '../../../shared/fault.ts';
import type { Certificate } from '../../../shared/probe/certificate.ts';
import type { MeasuredHandshakes } from '../../../shared/probe/measured-cost.ts';
import type { TlsVersion } from '../../../shared/words.ts';
import { pemOf } from '../service/service-request.ts';
import { keyOf } from './chain.ts';
import type { Patience } from './within.ts';

/** What is to be probed, and how. */
export interface ProbeOrder extends Patience {
  readonly url: URL;
  /** The only authorities to trust; without them, those that Node trusts. */
  readonly caFile?: string;
  /** Who the client is; shown only to a server that could be verified. */
  readonly client?: { readonly certFile: string; readonly keyFile: string };
  /** Asked for, and verified, in place of the URL's host. */
  readonly serverName?: string;
  /** New connections per second, for the cores that their handshakes would cost. */
  readonly newPerSec: number;
  readonly costs?: MeasuredHandshakes;
}

/** What the connections of a probe are made with: reading authorities takes milliseconds that belong to no phase. */
export interface Contexts {
  readonly usual: SecureContext;
  readonly withCertificate: SecureContext | undefined;
  /** Of the client's certificate, where there is one. */
  readonly clientKey?: Certificate['key'];
  /** Nothing is verified on them, so they need no authorities. */
  readonly pinned: Readonly<Record<TlsVersion, SecureContext>>;
}

const bothVersions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as const;

const pinnedTo = (version: TlsVersion) =>
  tls.createSecureContext({ ca: [], minVersion: `TLSv${version}`, maxVersion: `TLSv${version}` });

/** @throws LabError `bad-service` when a file can't be read or used */
export async function contextsOf({ caFile, client }: ProbeOrder): Promise<Contexts> {
  const ca = caFile === undefined ? undefined : await pemOf(caFile, 'caFile', 'CERTIFICATE');
  const usual = tls.createSecureContext({ ca, ...bothVersions });
  const pinned = { '1.2': pinnedTo('1.2'), '1.3': pinnedTo('1.3') };
  if (client === undefined) return { usual, withCertificate: undefined, pinned };
  const cert = await pemOf(client.certFile, 'certFile', 'CERTIFICATE');
  const key = await pemOf(client.keyFile, 'keyFile', 'PRIVATE KEY');
  try {
    const withCertificate = tls.createSecureContext({ ca, cert, key, ...bothVersions });
    return { usual, withCertificate, clientKey: keyOf(new X509Certificate(cert)), pinned };
  } catch (error) {
    const message = `${client.certFile} and ${client.keyFile} can't be used together (${toFault(error).message}): give a certificate and its own key, without a passphrase.`;
    throw new LabError({ code: 'bad-service', message, field: 'keyFile' }, { cause: error });
  }
}
