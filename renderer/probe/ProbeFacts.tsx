import { useTranslation } from 'react-i18next';
import type { Probe } from '../../shared/probe/probe.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { factRows } from './fact-rows.ts';

/** What was negotiated with a server, and what it accepts. */
export function ProbeFacts({ found }: { found: Probe }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className="panel probe-facts" aria-label={t('probe.facts.title')}>
      <h2>{t('probe.facts.title')}</h2>
      <dl>
        {factRows(found, t, language).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
