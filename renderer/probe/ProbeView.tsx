import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newPerSecBounds } from '../../shared/probe/probe-request.ts';
import { formatCount, parseWhole } from '../../shared/units.ts';
import { RunButton } from '../controls/RunButton.tsx';
import { useLanguage } from '../i18n/start-i18n.ts';
import { tabId, viewId } from '../report/ViewTabs.tsx';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { ProbeField } from './ProbeField.tsx';
import { ProbeResults } from './ProbeResults.tsx';

const { min, max, usual } = newPerSecBounds;

/** One server looked at with a handful of connections: which one on the left, what was found out on the right. */
export function ProbeView() {
  const { t } = useTranslation();
  const language = useLanguage();
  const actions = useLabActions();
  const probe = useLab((state) => state.probe);
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  // What this window asked for last comes back with the view. Nothing goes out before the button is pressed again.
  const asked = probe.phase === 'idle' ? undefined : probe.request;
  const [url, setUrl] = useState(asked?.url ?? '');
  const [typedPerSec, setTypedPerSec] = useState(String(asked?.newPerSec ?? usual));
  const newPerSec = parseWhole(typedPerSec);
  const isUsable = newPerSec !== undefined && newPerSec >= min && newPerSec <= max;
  const isRunning = probe.phase === 'running';
  const isUrlRefused =
    probe.phase === 'refused' && probe.fault.code === 'bad-url' && probe.request.url === url;
  const limits = { min: formatCount(min, language), max: formatCount(max, language) };
  return (
    <div className="suite" role="tabpanel" id={viewId('probe')} aria-labelledby={tabId('probe')}>
      <aside className="controls" aria-label={t('probe.choose')}>
        <ProbeField
          label={t('probe.url')}
          example="https://"
          text={url}
          refusal={isUrlRefused ? `${t('faults.bad-url')} ${t('probe.urlAllowed')}` : undefined}
          onChange={setUrl}
        />
        <ProbeField
          label={t('probe.newPerSec')}
          text={typedPerSec}
          refusal={isUsable ? undefined : t('controls.wholeRefused', limits)}
          onChange={setTypedPerSec}
        />
        <p className="hint">{t('probe.about')}</p>
        <div className="run">
          <RunButton
            isActive={isRunning}
            isDisabled={!isConnected || (!isRunning && (!isUsable || url.trim() === ''))}
            label={t(isRunning ? 'probe.stop' : 'probe.start')}
            onPress={() =>
              isRunning ? actions.cancelProbe() : isUsable && actions.probe({ url, newPerSec })
            }
          />
        </div>
      </aside>
      <ProbeResults />
    </div>
  );
}
