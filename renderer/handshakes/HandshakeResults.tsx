import { useTranslation } from 'react-i18next';
import { faultsOf, leftOutOf } from '../../shared/handshake/missing.ts';
import { writeValues } from '../../shared/value-text.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { DocumentExport } from '../report/DocumentExport.tsx';
import { Faults } from '../report/Faults.tsx';
import { useLab } from '../state/use-lab.ts';
import { HandshakeCharts } from './HandshakeCharts.tsx';

/** All that the handshake lab has measured last. */
export function HandshakeResults({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const document = useLab((state) => state.handshakeDocument);
  if (document === undefined)
    return (
      <main className="suite-results" aria-label={t('charts.title')}>
        <Faults />
        <p className="empty suite-empty">{t(isRunning ? 'handshakes.coming' : 'handshakes.empty')}</p>
      </main>
    );
  const missing = [
    ...faultsOf(document).map(({ name, fault }) => `${name}: ${fault.message}`),
    ...leftOutOf(document),
  ];
  return (
    <main className="suite-results" aria-label={t('charts.title')}>
      <header className="suite-head">
        <h2>{t('handshakes.results', { when: new Date(document.startedAt).toLocaleString(language) })}</h2>
        {document.endedEarly && <span className="pill">{t('suite.partial')}</span>}
        <DocumentExport of="handshakes" document={document} />
      </header>
      <Faults />
      {missing.length > 0 && (
        <ul className="warnings" aria-label={t('handshakes.leftOut')}>
          {missing.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {document.warnings !== undefined && document.warnings.length > 0 && (
        <ul className="warnings" aria-label={t('warnings.title')}>
          {document.warnings.map(({ code, message, values }) => (
            <li key={code}>
              <span aria-hidden="true">⚠ </span>
              {t(`handshakeDoubts.${code}`, { defaultValue: message, ...writeValues(values, language) })}
            </li>
          ))}
        </ul>
      )}
      <HandshakeCharts document={document} />
    </main>
  );
}
