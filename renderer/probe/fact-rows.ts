import type { TFunction } from 'i18next';
import type { Negotiated, Probe } from '../../shared/probe/probe.ts';
import { formatBytes, formatCount, type Language } from '../../shared/units.ts';

/** What is known, under its name, both in the window's language. */
export interface FactRow {
  readonly name: string;
  readonly value: string;
}

function answerText({ answer }: Probe, t: TFunction, language: Language): string | undefined {
  if (answer === undefined) return undefined;
  const { protocol, method, path, status, bodyBytes, cut } = answer;
  const body = `${formatBytes(bodyBytes, language)}${cut ? t('probe.cut') : ''}`;
  return `${status} · ${method} ${path} · ${t(`controls.protocols.${protocol}`)} · ${body}`;
}

function resumptionText({ resumption }: Probe, t: TFunction, language: Language): string | undefined {
  if (resumption === undefined) return undefined;
  const { offered, worked, lifetimeS } = resumption;
  if (!offered) return t('probe.resumption.notOffered');
  const outcome = worked === undefined ? 'notTried' : worked ? 'works' : 'fails';
  const text = t(`probe.resumption.${outcome}`);
  if (lifetimeS === undefined) return text;
  return `${text} · ${t('probe.resumption.lifetime', { seconds: formatCount(lifetimeS, language) })}`;
}

function negotiatedRows(tls: Negotiated, t: TFunction): (readonly [string, string])[] {
  return [
    ['version', tls.version],
    ['cipher', tls.cipher],
    ['group', tls.group ?? t('probe.unknown')],
    ['alpn', tls.alpn ?? t('probe.none')],
    ['serverName', tls.serverName ?? t('probe.none')],
    ['verified', t(tls.verified ? 'probe.yes' : 'probe.no')],
    ['ocsp', t(tls.ocspStapled ? 'probe.yes' : 'probe.no')],
    ['clientCertificate', t(`probe.client.${tls.clientCertificate}`)],
  ];
}

/** What a probe found out about a server; what it did not find out has no row. */
export function factRows(probe: Probe, t: TFunction, language: Language): FactRow[] {
  const { tls, versions, address, connections } = probe;
  const accepted = (version: '1.2' | '1.3') => {
    const isAccepted = versions?.[version];
    return isAccepted === undefined ? undefined : t(isAccepted ? 'probe.accepted' : 'probe.refused');
  };
  const rows: readonly (readonly [string, string | undefined])[] = [
    ...(tls === undefined ? [] : negotiatedRows(tls, t)),
    ['resumption', resumptionText(probe, t, language)],
    ['tls12', accepted('1.2')],
    ['tls13', accepted('1.3')],
    ['answer', answerText(probe, t, language)],
    ['address', address],
    ['connections', formatCount(connections, language)],
  ];
  return rows.flatMap(([key, value]) =>
    value === undefined ? [] : [{ name: t(`probe.facts.${key}`), value }],
  );
}
