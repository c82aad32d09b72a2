import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { SuiteOptions } from '../../shared/api.ts';
import { plannerExperiments } from '../../shared/experiment-ids.ts';
import { engines } from '../../shared/words.ts';
import { useEngineName } from '../controls/EngineRow.tsx';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { toggled } from './suite-options.ts';

interface EngineTicksProps {
  readonly options: SuiteOptions;
  readonly onChange: (options: SuiteOptions) => void;
}

/** What plays the proxy where a plan is measured: each that is ticked has a plan of its own. */
export function EngineTicks({ options, onChange }: EngineTicksProps) {
  const { t } = useTranslation();
  const { lookForEngines } = useLabActions();
  const known = useLab((state) => state.engines);
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  const nameOf = useEngineName();
  const { experiments, proxies } = options;
  const isAsked = plannerExperiments.some((id) => experiments.includes(id));
  useEffect(() => {
    if (isAsked && isConnected) lookForEngines();
  }, [isAsked, isConnected, lookForEngines]);
  if (!isAsked) return null;
  return (
    <fieldset className="topology-ticks">
      <legend className="choice-legend">{t('suite.enginesTitle')}</legend>
      {engines.map((id) => {
        const state = known?.find((engine) => engine.id === id);
        const isMissing = id !== 'builtin' && state?.isThere !== true;
        const isChosen = proxies.includes(id);
        const isLast = isChosen && proxies.length === 1;
        return (
          <label
            key={id}
            className="tick"
            title={state?.isThere === false ? t('engines.missing') : undefined}
          >
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isLast || (isMissing && !isChosen)}
              onChange={() => onChange({ ...options, proxies: toggled(engines, proxies, id) })}
            />
            {nameOf({ id, state })}
          </label>
        );
      })}
    </fieldset>
  );
}
