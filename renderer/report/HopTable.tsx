import { useTranslation } from 'react-i18next';
import type { HopFacts, Point } from '../../shared/result.ts';
import { formatCount } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { selectPoints } from '../state/selectors.ts';
import { useLabEvery } from '../state/use-lab.ts';

const updateMs = 1000;

function HopRow({ point, hop, isFirst }: { point: Point; hop: HopFacts; isFirst: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value, language));
  const isLast = point.hops.at(-1) === hop;
  const arrow = hop.security === 'tls' ? '⇒' : '→';
  const negotiated =
    hop.security === 'tls'
      ? [hop.tlsVersion, hop.alpn, hop.cipher?.replace(/^TLS_/, '').replaceAll('_', '-')]
          .filter(Boolean)
          .join(' · ')
      : t('security.plaintext');
  return (
    <tr>
      <th scope="row">{isFirst ? point.topology : ''}</th>
      <td>{`${t(`tiers.${hop.from}`)} ${arrow} ${t(`tiers.${hop.to}`)}`}</td>
      <td className="hops-facts" title={negotiated}>
        {negotiated}
      </td>
      <td className="number">
        {hop.handshakes ? `${count(hop.handshakes.full)} / ${count(hop.handshakes.resumed)}` : '–'}
      </td>
      <td className="number">{isLast ? (point.tiers.app?.httpVersion ?? '–') : ''}</td>
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
          <th scope="col" className="number">
            {t('hops.httpVersion')}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.flatMap((point) =>
          point.hops.map((hop, at) => (
            <HopRow key={`${point.topology} ${hop.to}`} point={point} hop={hop} isFirst={at === 0} />
          )),
        )}
      </tbody>
    </table>
  );
}
