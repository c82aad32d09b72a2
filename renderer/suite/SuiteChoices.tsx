import { useTranslation } from 'react-i18next';
import type { SuiteOptions } from '../../shared/api.ts';
import { type ExperimentId, experimentIds } from '../../shared/experiment-ids.ts';
import { topologyIds } from '../../shared/topologies.ts';
import { Choice } from '../controls/Choice.tsx';
import { EngineTicks } from './EngineTicks.tsx';
import { toggled } from './suite-options.ts';

interface SuiteChoicesProps {
  readonly options: SuiteOptions;
  /** While a suite runs the choice is what it measures, and can't be changed. */
  readonly isFixed: boolean;
  readonly onChange: (options: SuiteOptions) => void;
}

function ExperimentTick(props: { id: ExperimentId; isChosen: boolean; onToggle: () => void }) {
  const { id, isChosen, onToggle } = props;
  const { t } = useTranslation();
  return (
    <label className="experiment-tick">
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span>
        <strong>
          {id} · {t(`suite.experiments.${id}.name`)}
        </strong>
        <span className="experiment-about">{t(`suite.experiments.${id}.about`)}</span>
      </span>
    </label>
  );
}

const lengths = ['quick', 'full'] as const;

/** Which experiments, over which topologies, and how long. */
export function SuiteChoices({ options, isFixed, onChange }: SuiteChoicesProps) {
  const { t } = useTranslation();
  const { experiments, topologies, quick } = options;
  return (
    <fieldset className="control-group" disabled={isFixed}>
      <legend className="unseen">{t('suite.choose')}</legend>
      <fieldset className="experiment-ticks">
        <legend className="choice-legend">{t('suite.experimentsTitle')}</legend>
        {experimentIds.map((id) => (
          <ExperimentTick
            key={id}
            id={id}
            isChosen={experiments.includes(id)}
            onToggle={() => onChange({ ...options, experiments: toggled(experimentIds, experiments, id) })}
          />
        ))}
      </fieldset>
      <fieldset className="topology-ticks">
        <legend className="choice-legend">{t('suite.topologiesTitle')}</legend>
        {topologyIds.map((id) => (
          <label key={id} className="tick" title={t(`topologies.${id}.name`)}>
            <input
              type="checkbox"
              checked={topologies.includes(id)}
              onChange={() => onChange({ ...options, topologies: toggled(topologyIds, topologies, id) })}
            />
            {id}
          </label>
        ))}
      </fieldset>
      <EngineTicks options={options} onChange={onChange} />
      <Choice
        stacked
        legend={t('suite.length')}
        options={lengths.map((value) => ({ value, label: t(`suite.lengths.${value}`) }))}
        value={quick ? 'quick' : 'full'}
        onChange={(value) => onChange({ ...options, quick: value === 'quick' })}
      />
    </fieldset>
  );
}
