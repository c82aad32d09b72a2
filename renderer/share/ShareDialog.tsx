import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabActions } from '../state/use-lab.ts';
import { HandOn } from './HandOn.tsx';
import { TakeOver } from './TakeOver.tsx';

/** The settings as a link or a file, to hand on; and those of others, to take over. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { openSettingsText } = useLabActions();
  const headingId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // What comes of it is told behind the dialog.
  const open = (text: string) => {
    dialog.current?.close();
    openSettingsText(text);
  };
  return (
    <dialog ref={dialog} className="dialog share-dialog" aria-labelledby={headingId} onClose={onClose}>
      <header className="dialog-head">
        <h2 id={headingId}>{t('share.title')}</h2>
        <button
          type="button"
          className="small-button"
          aria-label={t('share.close')}
          onClick={() => dialog.current?.close()}
        >
          ×
        </button>
      </header>
      <p className="hint">{t('share.hint')}</p>
      <HandOn />
      <h3>{t('share.others')}</h3>
      <TakeOver onOpen={open} />
    </dialog>
  );
}
