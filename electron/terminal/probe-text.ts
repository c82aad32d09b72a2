import { type Certificate, keyText } from '../../shared/probe/certificate.ts';
import type { Phases, Probe } from '../../shared/probe/probe.ts';
import { probeStatements, probeStatementText } from '../../shared/probe/probe-sentences.ts';
import { formatBytes, formatMs } from '../../shared/units.ts';

const phaseNames: readonly (readonly [keyof Phases, string])[] = [
  ['dnsMs', 'DNS'],
  ['tcpMs', 'TCP'],
  ['tlsMs', 'TLS'],
  ['firstByteMs', 'first byte'],
  ['bodyMs', 'body'],
  ['totalMs', 'total'],
];

const phasesLine = ({ phases }: Probe): string =>
  phaseNames
    .flatMap(([phase, name]) => {
      const ms = phases[phase];
      return ms === undefined ? [] : [`${name} ${formatMs(ms, 'en')}`];
    })
    .join(' · ');

function answerLine({ answer }: Probe): string[] {
  if (answer === undefined) return [];
  const { protocol, method, path, status, bodyBytes, cut } = answer;
  const bytes = `${formatBytes(bodyBytes, 'en')}${cut ? ', no more was read' : ''}`;
  return [`answer: ${method} ${path} over ${protocol}, status ${status}, ${bytes}`];
}

const clientWords = {
  'not-asked': 'no client certificate asked for',
  asked: 'client certificate asked for, none shown',
  shown: 'client certificate shown',
} as const;

function tlsLines({ tls, versions = {} }: Probe): string[] {
  if (tls === undefined) return [];
  const { version, cipher, group = 'group unknown', alpn = 'no ALPN', ocspStapled } = tls;
  const accepted = Object.entries(versions).map(([one, isAccepted]) => `${one} ${isAccepted ? 'yes' : 'no'}`);
  return [
    `TLS: ${[version, cipher, group, alpn].join(' · ')}`,
    `     ${tls.verified ? 'verified' : 'not verified'} · ${ocspStapled ? 'OCSP stapled' : 'no OCSP response'} · ${clientWords[tls.clientCertificate]}`,
    ...(accepted.length > 0 ? [`versions accepted: ${accepted.join(' · ')}`] : []),
  ];
}

function certificateLines({ subject, issuer, key, signature, notAfter, daysLeft }: Certificate): string[] {
  const until = notAfter === undefined ? "dates can't be read" : `until ${notAfter} (${daysLeft} days)`;
  return [`  ${subject}, by ${issuer}`, `    key ${keyText(key)} · signed ${signature} · ${until}`];
}

function resumptionLine({ resumption }: Probe): string[] {
  if (resumption === undefined) return [];
  const { offered, lifetimeS, worked } = resumption;
  const lifetime = lifetimeS === undefined ? '' : ` for ${lifetimeS} s`;
  const works =
    worked === undefined ? 'whether it works could not be seen' : worked ? 'works' : 'does not work';
  return [`resumption: ${offered ? `offered${lifetime}, ${works}` : 'not offered'}`];
}

/** A terminal obeys control characters, and a certificate's names are whatever its owner wrote. */
export const withoutControls = (line: string) => line.replace(/\p{Cc}/gu, '?');

function toText(probe: Probe): string {
  const { chain = [], problems, connections } = probe;
  const where = probe.address === undefined ? '' : ` (${probe.address})`;
  const lines = [
    `${probe.url}${where}, ${connections} connection${connections === 1 ? '' : 's'}`,
    phasesLine(probe),
    ...answerLine(probe),
    ...tlsLines(probe),
    ...resumptionLine(probe),
    ...(chain.length > 0 ? ['certificates:', ...chain.flatMap(certificateLines)] : []),
    ...probeStatements(probe).map(probeStatementText),
    ...problems.map(({ code, message }) => `! ${code}: ${message}`),
  ];
  return `${lines.map(withoutControls).join('\n')}\n`;
}

/** A probe for a terminal or for a program, ending in a newline. */
export const printProbe = (probe: Probe, format: 'text' | 'json'): string =>
  format === 'json' ? `${JSON.stringify(probe, undefined, 2)}\n` : toText(probe);
