import { useTranslation } from 'react-i18next';
import { Faults } from './Faults.tsx';
import { HopTable } from './HopTable.tsx';
import { LeftOut } from './LeftOut.tsx';
import { Verdict } from './Verdict.tsx';
import { Warnings } from './Warnings.tsx';

/** What the figures say, what to doubt about them, and what was negotiated. */
export function Report() {
  const { t } = useTranslation();
  return (
    <section className="panel report" aria-label={t('report.title')}>
      <div className="report-column">
        <h2>{t('report.title')}</h2>
        <Verdict />
      </div>
      <div className="report-column">
        <Faults />
        <LeftOut />
        <Warnings />
        <h2>{t('hops.title')}</h2>
        <HopTable />
      </div>
    </section>
  );
}
