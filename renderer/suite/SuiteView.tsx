import { useTranslation } from 'react-i18next';
import type { SuiteOptions } from '../../shared/api.ts';
import { planSuite } from '../../shared/experiments.ts';
import { formatCount } from '../../shared/units.ts';
import { RunButton } from '../controls/RunButton.tsx';
import { useLanguage } from '../i18n/start-i18n.ts';
import { tabId, viewId } from '../report/ViewTabs.tsx';
import { selectIsSuiteBusy } from '../state/suite-selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { SuiteChoices } from './SuiteChoices.tsx';
import { SuiteProgressBar } from './SuiteProgressBar.tsx';
import { SuiteResults } from './SuiteResults.tsx';
import { wholeSuite } from './suite-options.ts';

interface SuiteViewProps {
  /** Undefined until somebody chooses: then what the last suite measured, or all. */
  readonly options: SuiteOptions | undefined;
  readonly onOptions: (options: SuiteOptions) => void;
}

/** The runs A to E in one go: what to measure on the left, what came out on the right. */
export function SuiteView({ options: chosen, onOptions }: SuiteViewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { startSuite, cancelSuite } = useLabActions();
  const progress = useLab((state) => state.suite);
  const isRunning = useLab(selectIsSuiteBusy);
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  const options = chosen ?? progress?.options ?? wholeSuite;
  const shown = isRunning && progress ? progress.options : options;
  const points = planSuite(shown).reduce((sum, { variants }) => sum + variants.length, 0);
  return (
    <div className="suite" role="tabpanel" id={viewId('suite')} aria-labelledby={tabId('suite')}>
      <aside className="controls" aria-label={t('suite.choose')}>
        <SuiteChoices options={shown} isFixed={isRunning} onChange={onOptions} />
        {!isRunning && (
          <p className="hint">
            {points > 0 ? t('suite.planned', { points: formatCount(points, language) }) : t('suite.nothing')}
          </p>
        )}
        <p className="hint">{t('suite.load')}</p>
        <div className="run">
          {progress && <SuiteProgressBar progress={progress} />}
          <RunButton
            isActive={isRunning}
            isDisabled={!isConnected || (!isRunning && points === 0)}
            label={t(isRunning ? 'suite.cancel' : 'suite.start')}
            onPress={() => (isRunning ? cancelSuite() : startSuite(options))}
          />
        </div>
      </aside>
      <SuiteResults isRunning={isRunning} />
    </div>
  );
}
