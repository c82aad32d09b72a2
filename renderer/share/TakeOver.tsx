import { type ChangeEvent, type FormEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxSettingsLength } from '../../shared/share/settings-text.ts';

/** Settings of others: a link that is pasted, or a file. The host looks at them. */
export function TakeOver({ onOpen }: { onOpen: (text: string) => void }) {
  const { t } = useTranslation();
  const linkId = useId();
  const file = useRef<HTMLInputElement>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onOpen(String(new FormData(event.currentTarget).get('link')));
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    // A character more than is allowed tells that it is too long; the rest of a large file is never read.
    if (chosen)
      void chosen
        .slice(0, maxSettingsLength + 1)
        .text()
        .then(onOpen);
  };
  return (
    <form className="share-field" onSubmit={onSubmit}>
      <label htmlFor={linkId}>{t('share.pasted')}</label>
      <input id={linkId} name="link" type="text" autoComplete="off" spellCheck={false} required />
      <button type="submit" className="small-button">
        {t('share.openLink')}
      </button>
      <input ref={file} type="file" accept=".json,application/json" hidden onChange={onChange} />
      <button type="button" className="small-button" onClick={() => file.current?.click()}>
        {t('share.openFile')}
      </button>
    </form>
  );
}
