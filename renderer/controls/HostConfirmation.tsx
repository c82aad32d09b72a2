import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceBounds } from '../../shared/service.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';

function NumberField({ name }: { name: 'ratePerSec' | 'timeS' }) {
  const { t } = useTranslation();
  const { min, max, usual } = serviceBounds[name];
  return (
    <label className="service-field">
      <span>{t(`service.${name}`)}</span>
      <input name={name} type="number" min={min} max={max} step={1} required defaultValue={usual} />
    </label>
  );
}

/** The user's yes to load on a host that is not this machine: its name has to be typed, and rate and time are capped. */
export function HostConfirmation({ host }: { host: string }) {
  const { t } = useTranslation();
  const { confirmHost } = useLabActions();
  const confirmed = useLab((state) => state.status?.confirmedHosts.find((one) => one.host === host));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    confirmHost({
      host: String(data.get('host')),
      ratePerSec: Number(data.get('ratePerSec')),
      timeS: Number(data.get('timeS')),
    });
  };
  // The host's name as a pattern: nothing else can be sent from here.
  const pattern = host.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return (
    <form
      className="control-group service"
      aria-label={`${t('service.confirm')}: ${host}`}
      onSubmit={onSubmit}
    >
      <p className="hint">{confirmed ? t('service.confirmed', { ...confirmed }) : t('service.awayHint')}</p>
      <label className="service-field">
        <span>{t('service.confirmHost')}</span>
        <input
          name="host"
          type="text"
          autoComplete="off"
          spellCheck={false}
          required
          pattern={pattern}
          placeholder={host}
        />
      </label>
      <NumberField name="ratePerSec" />
      <NumberField name="timeS" />
      <button type="submit">{t('service.confirm')}</button>
    </form>
  );
}
