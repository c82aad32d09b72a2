import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Service, serviceMethods } from '../../shared/service.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { HostConfirmation } from './HostConfirmation.tsx';
import { awayHost, serviceFromForm } from './service-form.ts';

type TextField = 'plaintextUrl' | 'tlsUrl' | 'caFile' | 'path' | 'bodyFile';

function ServiceText({ name, service }: { name: TextField; service: Service | undefined }) {
  const { t } = useTranslation();
  return (
    <label className="service-field">
      <span>{t(`service.${name}`)}</span>
      <input
        name={name}
        type="text"
        autoComplete="off"
        spellCheck={false}
        defaultValue={service?.[name] ?? ''}
      />
    </label>
  );
}

function ServiceRequest({ service }: { service: Service | undefined }) {
  const { t } = useTranslation();
  const headers = service?.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return (
    <>
      <label className="service-field">
        <span>{t('service.method')}</span>
        <select name="method" defaultValue={service?.method ?? 'GET'}>
          {serviceMethods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
      </label>
      <ServiceText name="path" service={service} />
      <label className="service-field">
        <span>{t('service.headers')}</span>
        <textarea name="headers" rows={2} spellCheck={false} defaultValue={headers} />
      </label>
      <ServiceText name="bodyFile" service={service} />
      <label className="tick">
        <input name="anyLength" type="checkbox" defaultChecked={service?.anyLength} />
        {t('service.anyLength')}
      </label>
    </>
  );
}

/** A command that starts it can be typed in a terminal only: nothing that a page says is ever run. */
function ServiceProcess({ service }: { service: Service | undefined }) {
  const { t } = useTranslation();
  const known = service?.process;
  const name = known?.kind === 'pid' ? String(known.pid) : known?.kind === 'unit' ? known.unit : '';
  return (
    <>
      <label className="service-field">
        <span>{t('service.process')}</span>
        <select name="process" defaultValue={name === '' ? 'none' : known?.kind}>
          {(['none', 'pid', 'unit'] as const).map((kind) => (
            <option key={kind} value={kind}>
              {t(`service.processes.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="service-field">
        <span>{t('service.processName')}</span>
        <input name="processName" type="text" autoComplete="off" spellCheck={false} defaultValue={name} />
      </label>
    </>
  );
}

function ServiceForm({ service }: { service: Service | undefined }) {
  const { t } = useTranslation();
  const { setService } = useLabActions();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setService(serviceFromForm((name) => String(data.get(name) ?? '')));
  };
  return (
    <form className="control-group service" aria-label={t('service.title')} onSubmit={onSubmit}>
      <p className="hint">{t('service.hint')}</p>
      <ServiceText name="plaintextUrl" service={service} />
      <ServiceText name="tlsUrl" service={service} />
      <ServiceText name="caFile" service={service} />
      <ServiceRequest service={service} />
      <ServiceProcess service={service} />
      <button type="submit">{t('service.use')}</button>
      {service && (
        <button type="button" onClick={() => setService(undefined)}>
          {t('service.drop')}
        </button>
      )}
    </form>
  );
}

/** A service of the user's own in the app's place. Folded, it says which. */
export function ServiceControls() {
  const { t } = useTranslation();
  const service = useLab((state) => state.config.service);
  const [isOpen, setOpen] = useState(false);
  const urls = [service?.plaintextUrl, service?.tlsUrl];
  const shown = urls.filter((url) => url !== undefined).join(', ');
  const away = new Set(urls.flatMap((url) => awayHost(url) ?? []));
  return (
    <details className="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('service.title')} <span className="fold-state">{shown || t('service.none')}</span>
      </summary>
      <ServiceForm key={JSON.stringify(service)} service={service} />
      {[...away].map((host) => (
        <HostConfirmation key={host} host={host} />
      ))}
    </details>
  );
}
