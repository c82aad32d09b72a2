import { useTranslation } from 'react-i18next';
import { ShareButton } from '../share/ShareButton.tsx';
import { selectIsActive, selectIsLongRunning, selectLooseFault } from '../state/selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { RunButton } from './RunButton.tsx';

/** Start and stop: one large button, and Ctrl+Enter (⌘+Enter) from anywhere in the window. Beside it, the settings' sharing. */
export function RunControls() {
  const { t } = useTranslation();
  const { start, stop } = useLabActions();
  const isActive = useLab(selectIsActive);
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  const configFault = useLab(selectLooseFault);
  const isLongRunning = useLab(selectIsLongRunning);
  return (
    <div className="run">
      {configFault && (
        <p className="typed-message" role="alert">
          {configFault.message}
        </p>
      )}
      {isLongRunning && <p className="hint">{t('run.longRunning')}</p>}
      <div className="run-row">
        <RunButton
          isActive={isActive}
          isDisabled={!isConnected || isLongRunning}
          label={t(isActive ? 'run.stop' : 'run.start')}
          onPress={isActive ? stop : start}
        />
        <ShareButton />
      </div>
    </div>
  );
}
