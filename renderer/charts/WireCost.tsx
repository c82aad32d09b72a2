import { useTranslation } from 'react-i18next';
import { formatShort } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { WireCost as Cost } from '../state/selectors.ts';

/** What the process that delays hops spends: it stands for distance, so no tier may pay for it. */
export function WireCost({ costs }: { costs: readonly Cost[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const figures = costs.map(
    ({ name, cpuUsPerRequest }) => `${name} ${formatShort(cpuUsPerRequest, language)} µs`,
  );
  return <p className="chart-foot">{t('cpu.wire', { figures: figures.join(', ') })}</p>;
}
