import type { Cursor } from './cursor.ts';
import { bytesText, countText, listText, printable } from './field-text.ts';
import { groupNames } from './group-names.ts';
import type { HandshakeFacts } from './handshake-facts.ts';
import { type NumberNames, nameOf, shortNameOf } from './number-names.ts';
import { compressionNames, pointFormatNames, pskModeNames, versionNames } from './protocol-names.ts';
import { signatureNames } from './signature-names.ts';

/** Messages that carry extensions (RFC 8446 section 4.2). */
export type ExtensionPlace =
  | 'ClientHello'
  | 'ServerHello'
  | 'HelloRetryRequest'
  | 'EncryptedExtensions'
  | 'CertificateRequest'
  | 'Certificate'
  | 'NewSessionTicket';

/** Says what is in an extension's data, and notes what the rest of the connection depends on. */
type ExtensionReader = (data: Cursor, facts: HandshakeFacts) => string;

/** IANA's "TLS ExtensionType Values", those seen in practice. */
export const extensionNames: NumberNames = {
  0: 'server_name',
  1: 'max_fragment_length',
  5: 'status_request',
  10: 'supported_groups',
  11: 'ec_point_formats',
  13: 'signature_algorithms',
  14: 'use_srtp',
  15: 'heartbeat',
  16: 'application_layer_protocol_negotiation',
  17: 'status_request_v2',
  18: 'signed_certificate_timestamp',
  19: 'client_certificate_type',
  20: 'server_certificate_type',
  21: 'padding',
  22: 'encrypt_then_mac',
  23: 'extended_master_secret',
  24: 'token_binding',
  27: 'compress_certificate',
  28: 'record_size_limit',
  34: 'delegated_credential',
  35: 'session_ticket',
  41: 'pre_shared_key',
  42: 'early_data',
  43: 'supported_versions',
  44: 'cookie',
  45: 'psk_key_exchange_modes',
  47: 'certificate_authorities',
  48: 'oid_filters',
  49: 'post_handshake_auth',
  50: 'signature_algorithms_cert',
  51: 'key_share',
  57: 'quic_transport_parameters',
  58: 'ticket_request',
  13172: 'next_protocol_negotiation',
  17513: 'application_settings (old)',
  17613: 'application_settings',
  64768: 'ech_outer_extensions',
  65037: 'encrypted_client_hello',
  65281: 'renegotiation_info',
};

const text2 = (names: NumberNames) => (data: Cursor) =>
  listText(data.list(2, (each) => nameOf(names, each.number(2))));
const text1 = (names: NumberNames) => (data: Cursor) =>
  listText(data.list(1, (each) => nameOf(names, each.number(1), 1)));
const protocols = (data: Cursor) => listText(data.list(2, (each) => printable(each.vector(1))));
const signatures = text2(signatureNames);

const serverName = (data: Cursor) =>
  listText(
    data.list(2, (each) => {
      // The only type of name there is, host_name, is 0 (RFC 6066 section 3).
      each.number(1);
      return printable(each.vector(2));
    }),
  );

function keyShare(data: Cursor): string {
  const group = nameOf(groupNames, data.number(2));
  return `${group} with ${bytesText(data.vector(2))}`;
}

function offeredKeys(data: Cursor): string {
  const identities = data.list(2, (each) => {
    const identity = each.vector(2);
    // Its age, made unreadable to onlookers (RFC 8446 section 4.2.11.1).
    each.number(4);
    return `identity of ${bytesText(identity)}`;
  });
  const binders = data.list(2, (each) => `binder of ${bytesText(each.vector(1))}`);
  return listText([...identities, ...binders]);
}

function offeredTicket(data: Cursor, facts: HandshakeFacts): string {
  facts.offeredTicketBytes = data.left;
  return data.left === 0 ? 'asks for a ticket' : `a ticket of ${bytesText(data.rest())}`;
}

function chosenVersion(data: Cursor, facts: HandshakeFacts): string {
  facts.version = data.number(2);
  return nameOf(versionNames, facts.version);
}

function chosenShare(data: Cursor, facts: HandshakeFacts): string {
  const group = data.number(2);
  facts.group = shortNameOf(groupNames, group);
  return `${nameOf(groupNames, group)} with ${bytesText(data.vector(2))}`;
}

function chosenKey(data: Cursor, facts: HandshakeFacts): string {
  facts.isResumed = true;
  return `identity ${data.number(2)} accepted`;
}

const secureRenegotiation = (data: Cursor) => `${bytesText(data.vector(1))} of the handshake before`;

/** How the data is laid out, by type and message. What isn't here is shown by its size. */
export const extensionKinds: Readonly<Record<number, Partial<Record<ExtensionPlace, ExtensionReader>>>> = {
  0: { ClientHello: serverName },
  1: {
    ClientHello: (data) => `2^${8 + data.number(1)} bytes`,
    EncryptedExtensions: (data) => `2^${8 + data.number(1)} bytes`,
  },
  5: {
    ClientHello: (data) =>
      `${data.number(1) === 1 ? 'ocsp' : 'unknown'}, ${bytesText(data.rest())} of request`,
    Certificate: (data) =>
      `response of ${countText(data.left, 'byte')} ${data.rest().length > 0 ? 'from OCSP' : ''}`.trim(),
  },
  10: { ClientHello: text2(groupNames), EncryptedExtensions: text2(groupNames) },
  11: { ClientHello: text1(pointFormatNames), ServerHello: text1(pointFormatNames) },
  13: { ClientHello: signatures, CertificateRequest: signatures },
  16: { ClientHello: protocols, ServerHello: protocols, EncryptedExtensions: protocols },
  27: {
    ClientHello: (data) => listText(data.list(1, (each) => nameOf(compressionNames, each.number(2)))),
    CertificateRequest: (data) => listText(data.list(1, (each) => nameOf(compressionNames, each.number(2)))),
  },
  28: {
    ClientHello: (data) => countText(data.number(2), 'byte'),
    EncryptedExtensions: (data) => countText(data.number(2), 'byte'),
  },
  35: { ClientHello: offeredTicket },
  41: { ClientHello: offeredKeys, ServerHello: chosenKey },
  42: {
    ClientHello: () => 'early data follows',
    EncryptedExtensions: () => 'early data accepted',
    NewSessionTicket: (data) => `up to ${countText(data.number(4), 'byte')} of early data`,
  },
  43: {
    ClientHello: (data) => listText(data.list(1, (each) => nameOf(versionNames, each.number(2)))),
    ServerHello: chosenVersion,
    HelloRetryRequest: (data) => nameOf(versionNames, data.number(2)),
  },
  44: {
    ClientHello: (data) => bytesText(data.vector(2)),
    HelloRetryRequest: (data) => bytesText(data.vector(2)),
  },
  45: { ClientHello: text1(pskModeNames) },
  47: {
    ClientHello: (data) => countText(data.list(2, (each) => each.vector(2)).length, 'name'),
    CertificateRequest: (data) => countText(data.list(2, (each) => each.vector(2)).length, 'name'),
  },
  50: { ClientHello: signatures, CertificateRequest: signatures },
  51: {
    ClientHello: (data) => listText(data.list(2, keyShare)),
    ServerHello: chosenShare,
    HelloRetryRequest: (data) => `wants ${nameOf(groupNames, data.number(2))}`,
  },
  65281: { ClientHello: secureRenegotiation, ServerHello: secureRenegotiation },
};
