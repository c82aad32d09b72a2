import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../shared/config.ts';
import { formatNumber } from '../../shared/units.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { selectHasInnerHop } from '../state/selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { Choice } from './Choice.tsx';
import { parseRttMs } from './parse-rtt.ts';
import { TypedField } from './TypedField.tsx';

/** The same machine, the same rack, a region, a country, an ocean. */
const rttPresets = [0, 1, 10, 50, 100];

function HopRtt({ place }: { place: 'outerRttMs' | 'innerRttMs' }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { setNetwork } = useLabActions();
  const rttMs = useLab((state) => state.config.network[place]);
  const { min, max } = bounds.rttMs;
  const choose = (value: number) => setNetwork({ [place]: value });
  return (
    <div className="control">
      <Choice
        stacked
        legend={t(`controls.${place}`)}
        options={rttPresets.map((value) => ({ value, label: formatNumber(value, language) }))}
        value={rttMs}
        onChange={choose}
      />
      <TypedField
        label={t(`controls.${place}Typed`)}
        text={formatNumber(rttMs, language)}
        parse={parseRttMs}
        bounds={bounds.rttMs}
        refusal={t('controls.rttRefused', { min, max })}
        onCommit={choose}
      />
    </div>
  );
}

/** How far away the tiers are; folded while they all stand on one machine, for most measurements leave it so. */
export function NetworkControls() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { innerRttMs, outerRttMs } = useLab((state) => state.config.network);
  const hasInnerHop = useLab(selectHasInnerHop);
  const [isOpen, setOpen] = useState(innerRttMs > 0 || outerRttMs > 0);
  const rtts = { outer: formatNumber(outerRttMs, language), inner: formatNumber(innerRttMs, language) };
  return (
    <details className="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('controls.network')} <span className="fold-state">{t('controls.networkState', rtts)}</span>
      </summary>
      <div className="control-group">
        <HopRtt place="outerRttMs" />
        <HopRtt place="innerRttMs" />
        {!hasInnerHop && <p className="hint">{t('controls.noInnerHop')}</p>}
      </div>
    </details>
  );
}
