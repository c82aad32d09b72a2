import { useTranslation } from 'react-i18next';
import { keyTypes, tlsVersions } from '../../shared/words.ts';
import { selectHasTls } from '../state/selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { Choice } from './Choice.tsx';

const switchPositions = ['on', 'off'] as const;

/** How the TLS hops are set up. Where no hop is secured they stay usable: the next topology may have one. */
export function TlsControls() {
  const { t } = useTranslation();
  const { setTls } = useLabActions();
  const tls = useLab((state) => state.config.tls);
  const hasTls = useLab(selectHasTls);
  return (
    <section className="control-group" aria-label={t('controls.tls')}>
      <Choice
        legend={t('controls.tlsVersion')}
        options={tlsVersions.map((value) => ({ value, label: value }))}
        value={tls.version}
        onChange={(version) => setTls({ version })}
      />
      <Choice
        legend={t('controls.key')}
        options={keyTypes.map((value) => ({ value, label: t(`controls.keys.${value}`) }))}
        value={tls.key}
        onChange={(key) => setTls({ key })}
      />
      <Choice
        legend={t('controls.resumption')}
        options={switchPositions.map((value) => ({ value, label: t(`controls.switch.${value}`) }))}
        value={tls.resumption ? 'on' : 'off'}
        onChange={(position) => setTls({ resumption: position === 'on' })}
      />
      {!hasTls && <p className="hint">{t('controls.noTls')}</p>}
    </section>
  );
}
