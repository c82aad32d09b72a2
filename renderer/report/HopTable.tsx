import { useTranslation } from 'react-i18next';
import type { HopFacts, Point } from '../../shared/result.ts';
import { pointName } from '../../shared/series.ts';
import { formatCount } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { selectPoints } from '../state/selectors.ts';
import { useLabEvery } from '../state/use-lab.ts';

const updateMs = 1000;

/** The end of a suite's name; the row is too short for it at 1280 pixels, and its `title` has it. */
const macName = /-SHA\d+$/;

function HopRow({ point, hop, isFirst }: { point: Point; hop: HopFacts; isFirst: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value, language));
  const isLast = point.hops.at(-1) === hop;
  const arrow = hop.security === 'tls' ? '⇒' : '→';
  const seen = isLast ? point.tiers.app?.httpVersion : undefined;
  // What the app saw says it where nothing was negotiated.
  const http = hop.alpn ?? (seen && `HTTP/${seen}`);
  const cipher = hop.cipher?.replace(/^TLS_/, '').replaceAll('_', '-');
  const kind = hop.layer ? t('security.passedOn') : hop.mutual && t('security.mutual');
  const facts =
    hop.security === 'tls' ? [kind, hop.tlsVersion, http, cipher] : [t('security.plaintext'), http];
  const negotiated = facts.filter(Boolean).join(' · ');
  return (
    <tr>
      <th scope="row">{isFirst ? pointName(point) : ''}</th>
      <td>{`${t(`tiers.${hop.from}`)} ${arrow} ${t(`tiers.${hop.to}`)}`}</td>
      <td className="hops-facts" title={[negotiated, hop.clientCertificate].filter(Boolean).join(' · ')}>
        {negotiated.replace(macName, '')}
      </td>
      <td className="number">
        {hop.handshakes ? `${count(hop.handshakes.full)} / ${count(hop.handshakes.resumed)}` : '–'}
      </td>
    </tr>
  );
}

/** What each hop negotiated, and the handshakes that its server counted. */
export function HopTable() {
  const { t } = useTranslation();
  const points = useLabEvery(updateMs, selectPoints);
  if (points.length === 0) return <p className="empty">{t('hops.empty')}</p>;
  return (
    <table className="hops">
      <thead>
        <tr>
          <th scope="col" />
          <th scope="col">{t('hops.hop')}</th>
          <th scope="col">{t('hops.negotiated')}</th>
          <th scope="col" className="number">
            {t('hops.handshakes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.flatMap((point) =>
          point.hops.map((hop, at) => (
            <HopRow key={`${pointName(point)} ${hop.to}`} point={point} hop={hop} isFirst={at === 0} />
          )),
        )}
      </tbody>
    </table>
  );
}
