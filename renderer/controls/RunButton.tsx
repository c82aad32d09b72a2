import { useEffect } from 'react';

interface RunButtonProps {
  /** Whether what the button starts is under way, so that it stops it. */
  readonly isActive: boolean;
  readonly isDisabled: boolean;
  readonly label: string;
  readonly onPress: () => void;
}

/** The large button that starts or stops, which Ctrl+Enter (⌘+Enter) presses from anywhere in its view. */
export function RunButton({ isActive, isDisabled, label, onPress }: RunButtonProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      if (!isDisabled) onPress();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isDisabled, onPress]);

  return (
    <button
      type="button"
      className={isActive ? 'run-button run-stop' : 'run-button'}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      disabled={isDisabled}
      onClick={onPress}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        {isActive ? <rect x="3" y="3" width="10" height="10" rx="1" /> : <path d="M4 2l10 6-10 6z" />}
      </svg>
      {label}
      <kbd>Ctrl ⏎</kbd>
    </button>
  );
}
