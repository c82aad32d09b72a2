import { useTranslation } from 'react-i18next';
import { type Certificate, keyText } from '../../shared/probe/certificate.ts';
import { expiryOf } from '../../shared/probe/expiry-of.ts';
import { formatCount } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

interface CertificateProps {
  readonly certificate: Certificate;
}

function ExpiryCell({ certificate: { notAfter, daysLeft } }: CertificateProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (notAfter === undefined || daysLeft === undefined)
    return <td className="expiry-expired">{t('probe.chain.unreadable')}</td>;
  const expiry = expiryOf(daysLeft);
  const day = new Date(notAfter).toLocaleDateString(language);
  const days = formatCount(Math.abs(daysLeft), language);
  const left = t(expiry === 'expired' ? 'probe.chain.expired' : 'probe.chain.left', { days });
  return <td className={`expiry-${expiry}`}>{`${day} · ${left}`}</td>;
}

function CertificateRow({ certificate }: CertificateProps) {
  const { subject, issuer, key, signature } = certificate;
  return (
    <tr>
      <th scope="row">{subject}</th>
      <td>{issuer}</td>
      <td>{keyText(key)}</td>
      <td>{signature}</td>
      <ExpiryCell certificate={certificate} />
    </tr>
  );
}

const columns = ['subject', 'issuer', 'key', 'signature', 'expiry'] as const;

/** The certificates that a server sent, its own first. */
export function ProbeChain({ chain }: { chain: readonly Certificate[] }) {
  const { t } = useTranslation();
  return (
    <section className="panel probe-chain" aria-label={t('probe.chain.title')}>
      <h2>{t('probe.chain.title')}</h2>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`probe.chain.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chain.map((certificate, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a server may send a certificate twice
            <CertificateRow key={at} certificate={certificate} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
