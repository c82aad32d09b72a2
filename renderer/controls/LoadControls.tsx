import { useTranslation } from 'react-i18next';
import { bounds, type LoadModel } from '../../shared/config.ts';
import { formatCount, parseWhole } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { Choice } from './Choice.tsx';
import { TypedField } from './TypedField.tsx';

const kinds = ['closed', 'open'] as const;
const ratePresets = [500, 2000, 5000, 10_000];
/** What an open loop starts from: any laptop serves it on every topology. */
const firstRate = 2000;

function Rate({ ratePerSec }: { ratePerSec: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { setWorkload } = useLabActions();
  const { min, max } = bounds.ratePerSec;
  const choose = (value: number) => setWorkload({ load: { kind: 'open', ratePerSec: value } });
  return (
    <>
      <Choice
        stacked
        legend={t('controls.rate')}
        options={ratePresets.map((value) => ({ value, label: formatCount(value, language) }))}
        value={ratePerSec}
        onChange={choose}
      />
      <TypedField
        label={t('controls.rateTyped')}
        text={formatCount(ratePerSec, language)}
        parse={parseWhole}
        bounds={bounds.ratePerSec}
        refusal={t('controls.wholeRefused', {
          min: formatCount(min, language),
          max: formatCount(max, language),
        })}
        onCommit={choose}
      />
    </>
  );
}

/** How requests are paced, and what that means for the latencies shown. */
export function LoadControls() {
  const { t } = useTranslation();
  const { setWorkload } = useLabActions();
  const load = useLab((state) => state.config.workload.load);
  const choose = (kind: LoadModel['kind']) =>
    setWorkload({ load: kind === 'open' ? { kind, ratePerSec: firstRate } : { kind } });
  return (
    <section className="control-group" aria-label={t('controls.load')}>
      <Choice
        legend={t('controls.load')}
        options={kinds.map((value) => ({ value, label: t(`controls.loads.${value}`) }))}
        value={load.kind}
        onChange={choose}
      />
      {load.kind === 'open' && <Rate ratePerSec={load.ratePerSec} />}
      <p className="hint">{t(`controls.loadMeaning.${load.kind}`)}</p>
    </section>
  );
}
