import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareDialog } from './ShareDialog.tsx';

/** Opens the dialog in which settings are handed on and taken over. */
export function ShareButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="share-button"
        aria-haspopup="dialog"
        aria-label={t('share.title')}
        title={t('share.title')}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M8 10V2M5 5l3-3 3 3M3 9v5h10V9" />
        </svg>
      </button>
      {isOpen && <ShareDialog onClose={() => setOpen(false)} />}
    </>
  );
}
