import { useTranslation } from 'react-i18next';
import { seriesName } from '../../shared/series.ts';
import type { Service } from '../../shared/service.ts';
import type { OpenedSettings } from '../../shared/share/opened-settings.ts';
import { measuredVariants, seriesOfVariant } from '../../shared/variant.ts';
import { FaultItem } from '../report/Faults.tsx';
import { selectOpenedSettings, selectOpeningFaults } from '../state/share-selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';

const requestText = ({ method, plaintextUrl, tlsUrl, path }: Service) => {
  const urls = [plaintextUrl, tlsUrl].filter((url) => url !== undefined).join(', ');
  return [method, urls, ...(path === undefined ? [] : [`(${path})`])].join(' ');
};

/** A service that the settings name: the person sees what would be asked of whom before it is put in place. */
function NamedService({ service }: { service: Service }) {
  const { t } = useTranslation();
  const { setService } = useLabActions();
  return (
    <p>
      {t('share.service')} <code>{requestText(service)}</code>{' '}
      <button type="button" className="small-button" onClick={() => setService(service)}>
        {t('share.useService')}
      </button>
    </p>
  );
}

function OpenedNotice({ opened }: { opened: OpenedSettings }) {
  const { t } = useTranslation();
  const { configure, dismissOpenedSettings } = useLabActions();
  const hasService = useLab((state) => state.config.service !== undefined);
  const { config, before, stopped, service } = opened;
  const series = measuredVariants(config).map((variant) => seriesName(seriesOfVariant(variant)));
  const putBack = () => {
    configure(() => before);
    dismissOpenedSettings();
  };
  return (
    <div className="settings-notice">
      <p>
        {t('share.opened', { series: series.join(', ') })} {stopped && t('share.stopped')}{' '}
        {before.service && t('share.serviceGone')}
      </p>
      {service && !hasService && <NamedService service={service} />}
      <p className="settings-notice-buttons">
        <button type="button" className="small-button" onClick={putBack}>
          {t('share.putBack')}
        </button>
        <button type="button" className="small-button" onClick={dismissOpenedSettings}>
          {t('share.keep')}
        </button>
      </p>
    </div>
  );
}

/** What became of links and files with settings, over whichever view is shown: they may come at any time. */
export function SettingsNotices() {
  const { t } = useTranslation();
  const opened = useLab(selectOpenedSettings);
  const faults = useLab(selectOpeningFaults);
  return (
    <section className="settings-notices" aria-label={t('share.notices')} aria-live="polite">
      {opened && <OpenedNotice opened={opened} />}
      {faults.length > 0 && (
        <ul className="faults">
          {faults.map((seen) => (
            <FaultItem key={seen.id} seen={seen} />
          ))}
        </ul>
      )}
    </section>
  );
}
