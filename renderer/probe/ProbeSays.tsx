import { useTranslation } from 'react-i18next';
import type { Probe } from '../../shared/probe/probe.ts';
import { type ProbeStatement, probeStatements } from '../../shared/probe/probe-sentences.ts';
import { writeValues } from '../../shared/value-text.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

/** What a probe is asked for in the first place. */
const mattersMost: readonly ProbeStatement['key'][] = ['cores', 'coresResumed'];

/** A probe in sentences, that of the cores set off. */
export function ProbeSays({ found }: { found: Probe }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const statements = probeStatements(found);
  if (statements.length === 0) return null;
  return (
    <section className="panel probe-says" aria-label={t('report.title')}>
      <h2>{t('report.title')}</h2>
      <ul className="verdict">
        {statements.map(({ key, values }) => (
          <li
            key={`${key} ${values.subject ?? ''}`}
            className={mattersMost.includes(key) ? 'probe-cores' : undefined}
          >
            {t(`probeSays.${key}`, writeValues(values, language))}
          </li>
        ))}
      </ul>
    </section>
  );
}
