import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { selectIsActive, selectLooseFault } from '../state/selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';

/** Start and stop: one large button, and Ctrl+Enter (⌘+Enter) from anywhere in the window. */
export function RunControls() {
  const { t } = useTranslation();
  const { start, stop } = useLabActions();
  const isActive = useLab(selectIsActive);
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  const configFault = useLab(selectLooseFault);
  const toggle = isActive ? stop : start;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      if (isConnected) toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isConnected, toggle]);

  return (
    <div className="run">
      {configFault && (
        <p className="typed-message" role="alert">
          {configFault.message}
        </p>
      )}
      <button
        type="button"
        className={isActive ? 'run-button run-stop' : 'run-button'}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={!isConnected}
        onClick={toggle}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          {isActive ? <rect x="3" y="3" width="10" height="10" rx="1" /> : <path d="M4 2l10 6-10 6z" />}
        </svg>
        {t(isActive ? 'run.stop' : 'run.start')}
        <kbd>Ctrl ⏎</kbd>
      </button>
    </div>
  );
}
