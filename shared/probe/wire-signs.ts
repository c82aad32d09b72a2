import type { Side } from '../tls/capture.ts';

/** What the bytes of a handshake say without being opened: enough to tell failures apart by number and side. */
export interface WireSigns {
  /** The server's first bytes, where they are no TLS record. */
  readonly plaintext?: string;
  /** An alert that passed unencrypted (RFC 8446 section 6): who sent it, and its number. */
  readonly alert?: { readonly from: Side; readonly number: number };
  readonly hasServerHello: boolean;
  readonly clientCertificateAsked: boolean;
  /** That was read, which it can be before TLS 1.3 alone: else it is told by what the client answered. */
  readonly certificateRequestRead: boolean;
}

const HEADER_BYTES = 5;
const content = { changeCipherSpec: 20, alert: 21, handshake: 22, applicationData: 23 } as const;
const message = { serverHello: 2, certificateRequest: 13 } as const;

interface WireRecord {
  readonly type: number;
  readonly body: Uint8Array;
}

/** Major version 3 in every record since SSL 3.0 (RFC 8446 section 5.1). */
const isRecord = (bytes: Uint8Array): boolean => {
  const [type = 0, major = 3] = bytes;
  return type >= content.changeCipherSpec && type <= content.applicationData && major === 3;
};

/** Whole records from the beginning, until one is cut off or isn't TLS. */
function recordsOf(stream: Uint8Array): WireRecord[] {
  const records: WireRecord[] = [];
  let rest = stream;
  while (rest.length >= HEADER_BYTES && isRecord(rest)) {
    const end = HEADER_BYTES + (rest[3] ?? 0) * 256 + (rest[4] ?? 0);
    if (rest.length < end) break;
    records.push({ type: rest[0] ?? 0, body: rest.subarray(HEADER_BYTES, end) });
    rest = rest.subarray(end);
  }
  return records;
}

/** Records up to the direction's first encrypted one: after ChangeCipherSpec in TLS 1.2, application data in TLS 1.3. */
function unencrypted(records: readonly WireRecord[]): WireRecord[] {
  const end = records.findIndex(
    ({ type }) => type === content.applicationData || type === content.changeCipherSpec,
  );
  return records.slice(0, end < 0 ? records.length : end);
}

function messagesOf(records: readonly WireRecord[]): WireRecord[] {
  const bytes = records.filter(({ type }) => type === content.handshake).flatMap(({ body }) => [...body]);
  const messages: WireRecord[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const [type = 0, high = 0, middle = 0, low = 0] = bytes.slice(at, at + 4);
    const end = at + 4 + high * 65_536 + middle * 256 + low;
    if (end > bytes.length) break;
    messages.push({ type, body: Uint8Array.from(bytes.slice(at + 4, end)) });
    at = end;
  }
  return messages;
}

/** Version 2, random 32, session id with its length, then the suite (RFC 8446 section 4.1.3). */
function suiteOf({ body }: WireRecord): number {
  const at = 34 + 1 + (body[34] ?? 0);
  return (body[at] ?? 0) * 256 + (body[at + 1] ?? 0);
}

/** Suites of TLS 1.3 (RFC 8446 appendix B.4) by the length of their hash, which is that of Finished. */
const finishedBytes: Record<number, number> = { 4865: 32, 4866: 48, 4867: 32, 4868: 32, 4869: 32 };

const ccm8Suite = 4869;
const MESSAGE_HEADER_BYTES = 4;
const ALERT_BYTES = 2;

/**
 * In TLS 1.3 the request for a certificate is encrypted, but its answer shows: without one, the client's first encrypted
 * record holds its Finished alone, or an alert where the client broke off. Behind it stand content type 1, tag 16 or (CCM_8) 8.
 */
function answersCertificateRequest(suite: number, client: readonly WireRecord[]): boolean {
  const first = client.find(({ type }) => type === content.applicationData);
  const finished = finishedBytes[suite];
  if (first === undefined || finished === undefined) return false;
  const contentBytes = first.body.length - 1 - (suite === ccm8Suite ? 8 : 16);
  return contentBytes !== MESSAGE_HEADER_BYTES + finished && contentBytes !== ALERT_BYTES;
}

function alertOf(from: Side, records: readonly WireRecord[]): WireSigns['alert'] {
  const alert = unencrypted(records).find(({ type, body }) => type === content.alert && body.length === 2);
  return alert && { from, number: alert.body[1] ?? 0 };
}

/** Letters, digits and marks of ASCII; everything else as a dot. */
const printable = (bytes: Uint8Array) =>
  [...bytes].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');

/**
 * Reads what a connection shows from outside.
 * @param sent all bytes that each side sent, from the connection's first one on
 */
export function wireSigns(sent: Readonly<Record<Side, Uint8Array>>): WireSigns {
  const server = recordsOf(sent.server);
  const client = recordsOf(sent.client);
  const messages = messagesOf(unencrypted(server));
  const hello = messages.findLast(({ type }) => type === message.serverHello);
  const certificateRequestRead = messages.some(({ type }) => type === message.certificateRequest);
  return {
    plaintext:
      sent.server.length > 0 && !isRecord(sent.server) ? printable(sent.server.subarray(0, 40)) : undefined,
    alert: alertOf('server', server) ?? alertOf('client', client),
    hasServerHello: hello !== undefined,
    certificateRequestRead,
    clientCertificateAsked:
      certificateRequestRead || (hello !== undefined && answersCertificateRequest(suiteOf(hello), client)),
  };
}
