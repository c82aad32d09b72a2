import type { FaultCode } from '../fault.ts';
import { formatCount } from '../units.ts';
import { fillPlaces, writeValues } from '../value-text.ts';
import { expiryOf } from './expiry-of.ts';
import type { HandshakeCpu } from './handshake-cpu.ts';
import type { Probe } from './probe.ts';

/** The English sentences; other languages translate the same keys. */
export const probeSentences = {
  noTls: 'The URL asks for plaintext HTTP: there is no TLS here, only DNS, TCP and the answer to time.',
  passedOver:
    '{{address}}, which the name has too, was tried first and did not accept ({{code}}, after {{lostMs}}): that time is in no step here, but a client that tries it first loses it.',
  notVerified:
    'The server could not be verified, so it was asked for / only and shown nothing of yours; what follows is about whoever answered.',
  notVerifiedShown:
    'The server could not be verified, but a TLS 1.2 server that ends the handshake without a client certificate had to be shown yours before that was known.',
  expiresSoon: 'The certificate of {{subject}} expires in {{days}} days.',
  extraNotValid:
    'The server also sends the certificate of {{subject}}, which is not valid now. The chain holds without it: leave it out.',
  resumptionWorks: 'Resumption works: a second connection was resumed.',
  resumptionOfferedOnly:
    'Resumption is offered but did not work: the second connection made a full handshake. Servers behind one address that do not share ticket keys look like this.',
  resumptionNotOffered: 'Resumption is not offered: every new connection costs a full handshake.',
  onlyOldVersion:
    'TLS 1.3 is not accepted: a full handshake takes two round trips instead of one (RFC 5246, RFC 8446).',
  cores:
    '{{newPerSec}} new connections per second × {{lowUs}}–{{highUs}} of server CPU per full handshake = {{lowCores}}–{{highCores}} cores spent on handshakes ({{key}}, TLS {{version}}).',
  clientChecked: 'That holds the check of a client certificate ({{clientKey}}).',
  coresResumed: 'If all of them resumed: {{lowCores}}–{{highCores}} cores.',
  costReference:
    'That cost is a reference, measured on {{where}}, connect and close included; the CPU of the server that was probed can’t be seen from here.',
  costModelled:
    'That cost is modelled from signatures and neighbouring keys on {{where}}; the CPU of the server that was probed can’t be seen from here.',
  costMeasured:
    'That cost was measured on {{where}}; the CPU of the server that was probed can’t be seen from here.',
  groupAssumed:
    'That cost assumes a key exchange over {{assumed}}; this server negotiated {{negotiated}}, which costs more or less.',
  groupUnknown:
    'That cost assumes a key exchange over {{assumed}}; which one this server negotiated could not be seen.',
  costUnknownClient:
    'What a handshake costs a server with such a key that checks such a client certificate is not known here, so no cores are given.',
  costUnknown:
    'What a handshake with such a key costs a server is not known here, so no cores are given: measure it with the handshake lab.',
} as const;

export interface ProbeStatement {
  readonly key: keyof typeof probeSentences;
  readonly values: Readonly<Record<string, number | string>>;
}

const say = (key: ProbeStatement['key'], values: ProbeStatement['values'] = {}): ProbeStatement => ({
  key,
  values,
});

const originKeys = {
  reference: 'costReference',
  modelled: 'costModelled',
  measured: 'costMeasured',
} as const;

function aboutResumption({ resumption }: Probe): ProbeStatement[] {
  if (resumption === undefined) return [];
  if (!resumption.offered) return [say('resumptionNotOffered')];
  if (resumption.worked === undefined) return [];
  return [say(resumption.worked ? 'resumptionWorks' : 'resumptionOfferedOnly')];
}

/** Names differ in case only: Node says `X25519`, the wire's own list `x25519`. */
function aboutGroup({ group: assumed }: HandshakeCpu, negotiated: string | undefined): ProbeStatement[] {
  if (negotiated === undefined) return [say('groupUnknown', { assumed })];
  if (negotiated.toLowerCase() === assumed.toLowerCase()) return [];
  return [say('groupAssumed', { assumed, negotiated })];
}

function aboutCores(cpu: HandshakeCpu, resumes: boolean): ProbeStatement[] {
  const { newPerSec, key, version, clientKey, full, resumed, origin, where } = cpu;
  return [
    say('cores', { newPerSec, key, version, ...full }),
    ...(clientKey === undefined ? [] : [say('clientChecked', { clientKey })]),
    ...(resumes && resumed !== undefined ? [say('coresResumed', resumed)] : []),
    say(originKeys[origin], { where }),
  ];
}

const dateProblems: readonly FaultCode[] = ['certificate-expired', 'certificate-not-yet-valid'];

/** Certificates that are not valid now although the chain holds, so that they are no problem. */
function aboutExtras({ chain = [], problems, startedAt }: Probe): ProbeStatement[] {
  if (problems.some(({ code }) => dateProblems.includes(code))) return [];
  const nowMs = Date.parse(startedAt);
  return chain.flatMap(({ subject, notBefore, notAfter }) => {
    if (notBefore === undefined || notAfter === undefined) return [];
    const isValid = Date.parse(notBefore) <= nowMs && nowMs <= Date.parse(notAfter);
    return isValid ? [] : [say('extraNotValid', { subject })];
  });
}

/** What a probe says, as keys with the numbers of their sentences; problems have sentences of their own. */
export function probeStatements(probe: Probe): ProbeStatement[] {
  const { tls, chain = [], versions, resumption, handshakeCpu, answer, passedOver = [] } = probe;
  const addresses = passedOver.map(({ address, durationMs, fault }) =>
    say('passedOver', { address, code: fault.code, lostMs: durationMs }),
  );
  if (tls === undefined)
    return [...addresses, ...(probe.url.startsWith('http:') && answer ? [say('noTls')] : [])];
  return [
    ...addresses,
    ...(tls.verified ? [] : [say(tls.clientCertificate === 'shown' ? 'notVerifiedShown' : 'notVerified')]),
    ...chain.flatMap(({ subject, daysLeft }) =>
      daysLeft !== undefined && expiryOf(daysLeft) === 'soon'
        ? [say('expiresSoon', { subject, days: formatCount(daysLeft, 'en') })]
        : [],
    ),
    ...aboutExtras(probe),
    ...aboutResumption(probe),
    ...(versions?.['1.3'] === false ? [say('onlyOldVersion')] : []),
    ...(handshakeCpu === undefined
      ? [say(tls.clientCertificate === 'shown' ? 'costUnknownClient' : 'costUnknown')]
      : [...aboutCores(handshakeCpu, resumption?.worked === true), ...aboutGroup(handshakeCpu, tls.group)]),
  ];
}

export const probeStatementText = ({ key, values }: ProbeStatement): string =>
  fillPlaces(probeSentences[key], writeValues(values, 'en'));
