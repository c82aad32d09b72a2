import { readFile, stat } from 'node:fs/promises';
import tls from 'node:tls';
import { LabError, toFault } from '../../../shared/fault.ts';
import type { LoadRequestSpec } from '../../../shared/role-api.ts';
import { type Service, serviceBounds } from '../../../shared/service.ts';
import type { Security } from '../../../shared/words.ts';
import { hostOf } from './service-gate.ts';

/** How a server is verified: by these authorities, under this name. */
export interface Trust {
  readonly caPem: string;
  readonly serverName: string;
}

/**
 * Reads a file that the user has named.
 * @param field what names it, for the fault
 * @throws LabError `bad-service` when it can't be read or is too large
 */
async function fileOf(file: string, field: string, maxBytes: number): Promise<Buffer> {
  const refuse = (why: string) =>
    new LabError({
      code: 'bad-service',
      message: `${file} can't be used: ${why}.`,
      field,
      given: file,
      allowed: `a file of at most ${maxBytes} bytes that can be read`,
    });
  const about = await stat(file).catch((error: unknown) => {
    throw refuse(toFault(error).message);
  });
  if (!about.isFile() || about.size > maxBytes) throw refuse('it is no plain file, or too large');
  return readFile(file).catch((error: unknown) => {
    throw refuse(toFault(error).message);
  });
}

const MAX_PEM_BYTES = 4 * 1024 * 1024;

/**
 * Reads a PEM file of a kind.
 * @param field what names it, for the fault
 * @throws LabError `bad-service` when it can't be read or holds nothing of that kind
 */
export async function pemOf(
  file: string,
  field: string,
  kind: 'CERTIFICATE' | 'PRIVATE KEY',
): Promise<string> {
  const pem = (await fileOf(file, field, MAX_PEM_BYTES)).toString('latin1');
  // `-----BEGIN EC PRIVATE KEY-----` is a private key too (RFC 7468 sections 10 and 11, RFC 5915).
  if (pem.includes('-----BEGIN ') && pem.includes(`${kind}-----`)) return pem;
  const wanted = kind === 'CERTIFICATE' ? 'certificate' : 'private key';
  throw new LabError({
    code: 'bad-service',
    message: `${file} holds no ${wanted} in PEM form.`,
    field,
    given: file,
    allowed: `a PEM file with a ${wanted}`,
  });
}

/**
 * By whom the certificate of a TLS URL must be signed.
 * @throws LabError `bad-service` when the file can't be read or holds no certificate
 */
export async function trustOf({ caFile }: Service, security: Security, url: URL): Promise<Trust | undefined> {
  if (security === 'plaintext') return undefined;
  const serverName = hostOf(url);
  if (caFile === undefined) return { caPem: tls.rootCertificates.join('\n'), serverName };
  return { caPem: await pemOf(caFile, 'service.caFile', 'CERTIFICATE'), serverName };
}

/**
 * What a service is asked, the length of the answer apart.
 * @throws LabError `bad-service` when the body's file can't be read
 */
export async function requestOf(service: Service, url: URL): Promise<LoadRequestSpec> {
  const { method, path = `${url.pathname}${url.search}`, headers, bodyFile } = service;
  const body =
    bodyFile === undefined
      ? Buffer.alloc(0)
      : await fileOf(bodyFile, 'service.bodyFile', serviceBounds.requestBytes.max);
  const host = headers.find(({ name }) => name.toLowerCase() === 'host');
  return {
    method,
    path,
    authority: host?.value ?? url.host,
    fields: headers.filter((header) => header !== host).map(({ name, value }) => [name, value]),
    bodyBase64: body.toString('base64'),
  };
}
