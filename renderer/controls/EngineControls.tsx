import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectEngineOptions } from '../state/engine-choice.ts';
import { selectHasProxy } from '../state/selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { EngineConfigDialog } from './EngineConfigDialog.tsx';
import { EngineRow, type RealEngine, useEngineName } from './EngineRow.tsx';

/** What plays the proxy: the lab's own, or what people deploy. Folded, it says which. */
export function EngineControls() {
  const { t } = useTranslation();
  const { lookForEngines } = useLabActions();
  const options = useLab(selectEngineOptions);
  const hasProxy = useLab(selectHasProxy);
  const isCompare = useLab((state) => state.config.mode === 'compare');
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<RealEngine | undefined>();
  const nameOf = useEngineName();
  const chosen = options.filter(({ isChosen }) => isChosen).map(nameOf);
  const onToggle = (opened: boolean) => {
    setOpen(opened);
    if (opened && isConnected) lookForEngines();
  };
  return (
    <details className="fold" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        {t('engines.title')}{' '}
        <span className="fold-state">{hasProxy ? chosen.join(', ') : t('engines.noProxyHere')}</span>
      </summary>
      <fieldset className="control-group engines" disabled={!hasProxy}>
        <legend className="unseen">{t(isCompare ? 'engines.chooseSome' : 'engines.chooseOne')}</legend>
        {!hasProxy && <p className="hint">{t('engines.noProxy')}</p>}
        {options.map((option) => (
          <EngineRow key={option.id} option={option} isCompare={isCompare} onShow={setShown} />
        ))}
      </fieldset>
      {shown && <EngineConfigDialog engine={shown} onClose={() => setShown(undefined)} />}
    </details>
  );
}
