import { useTranslation } from 'react-i18next';
import type { SuiteProgress } from '../../shared/api.ts';
import { formatCount } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

/** How far a suite is and how long it will take, or how it ended. */
export function SuiteProgressBar({ progress }: { progress: SuiteProgress }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { state, experiment, recovering, donePoints, totalPoints, elapsedS, leftS } = progress;
  const points = { done: formatCount(donePoints, language), total: formatCount(totalPoints, language) };
  if (state !== 'running')
    return (
      <p className={`suite-ended suite-${state}`} role="status">
        {t(`suite.ended.${state}`, { ...points, seconds: formatCount(elapsedS, language) })}
      </p>
    );
  return (
    <div className="suite-progress">
      {/* The seconds change all the time: only the experiment is worth being read out. */}
      <p role="status">
        {recovering
          ? t('phase.recovering', recovering)
          : experiment
            ? t('suite.measuring', { id: experiment, name: t(`suite.experiments.${experiment}.name`) })
            : t('suite.starting')}
      </p>
      <progress aria-label={t('suite.progress')} value={elapsedS} max={Math.max(1, elapsedS + leftS)} />
      <p className="suite-counts">
        <span>{t('suite.points', points)}</span>
        <span>{t('suite.left', { seconds: formatCount(Math.ceil(leftS), language) })}</span>
      </p>
    </div>
  );
}
