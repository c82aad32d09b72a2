import { useTranslation } from 'react-i18next';
import type { Plan } from '../../shared/planner/plan-document.ts';
import { fitTable, needsTable } from '../../shared/planner/plan-tables.ts';
import { writeValues } from '../../shared/verdict.ts';
import { DataTable } from '../handshakes/DataTable.tsx';
import { useLanguage } from '../i18n/start-i18n.ts';
import { BreakEvenChart } from './BreakEvenChart.tsx';

/** What a plan came to: what each topology needs, where they cross, in words, and how well the model fits. */
export function PlanResults({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <section className="panel experiment" aria-label={t('planner.needs')}>
        <h2>{t('planner.needs')}</h2>
        <DataTable table={needsTable(plan)} />
        <BreakEvenChart plan={plan} />
      </section>
      <section className="panel experiment" aria-label={t('report.title')}>
        <h2>{t('report.title')}</h2>
        <ul className="verdict">
          {plan.says.map(({ key, values }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a remark may stand behind several sentences, word for word
            <li key={at}>{t(`planSays.${key}`, writeValues(values, language))}</li>
          ))}
        </ul>
      </section>
      <section className="panel experiment" aria-label={t('planner.fit')}>
        <h2>{t('planner.fit')}</h2>
        <p className="hint">{t('planner.fitAbout')}</p>
        <DataTable table={fitTable(plan)} />
      </section>
    </>
  );
}
