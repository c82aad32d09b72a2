import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Config } from '../../shared/config.ts';
import { type Fault, toFault } from '../../shared/fault.ts';
import { shareSettings } from '../../shared/share/settings-document.ts';
import {
  settingsAddress,
  settingsCode,
  settingsFileName,
  settingsFileText,
  settingsLink,
} from '../../shared/share/settings-text.ts';
import { copyText } from '../charts/export/chart-files.ts';
import { useKeepFile } from '../charts/use-keep-file.ts';
import { useLab } from '../state/use-lab.ts';

/** A text to be copied: by the button, or by hand from the field. */
function CopyField({ label, text, onCopy }: { label: string; text: string; onCopy: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="share-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} type="text" readOnly value={text} onFocus={({ target }) => target.select()} />
      <button
        type="button"
        className="small-button"
        aria-label={`${t('share.copy')}: ${label}`}
        onClick={onCopy}
      >
        {t('share.copy')}
      </button>
    </div>
  );
}

function KeptBack({ config }: { config: Config }) {
  const { t } = useTranslation();
  const { keptBack } = shareSettings(config);
  if (config.service === undefined) return null;
  const names = keptBack.map((name) => t(`share.keptBackNames.${name}`)).join(', ');
  return (
    <p className="hint">
      {t('share.serviceHandedOn')} {names && t('share.keptBack', { names })}
    </p>
  );
}

const codeOf = (config: Config): { code: string } | { fault: Fault } => {
  try {
    return { code: settingsCode(config) };
  } catch (error) {
    return { fault: toFault(error) };
  }
};

/** The settings as the controls show them, as links and as a file. */
export function HandOn() {
  const { t } = useTranslation();
  const config = useLab((state) => state.config);
  const { said, say, keep, attempt } = useKeepFile();
  const coded = codeOf(config);
  if ('fault' in coded) {
    return (
      <p className="typed-message" role="alert">
        {coded.fault.message}
      </p>
    );
  }
  const copy = async (text: string) => {
    await copyText(text);
    say(t('share.copied'));
  };
  const link = settingsLink(coded.code);
  const address = settingsAddress(location.origin, coded.code);
  const data = settingsFileText(config);
  return (
    <>
      <CopyField label={t('share.link')} text={link} onCopy={() => attempt(copy(link))} />
      {!window.tlsCostLab && (
        <CopyField label={t('share.address')} text={address} onCopy={() => attempt(copy(address))} />
      )}
      <KeptBack config={config} />
      <div className="dialog-foot">
        <button
          type="button"
          className="small-button"
          onClick={() => attempt(keep({ name: settingsFileName, mimeType: 'application/json', data }))}
        >
          {t('share.save')}
        </button>
        <output>{said}</output>
      </div>
    </>
  );
}
