import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandshakeRequest } from '../../shared/handshake/options.ts';
import { Choice } from '../controls/Choice.tsx';
import { RunButton } from '../controls/RunButton.tsx';
import { tabId, viewId } from '../report/ViewTabs.tsx';
import { selectIsHandshakeLabBusy } from '../state/handshake-selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { HandshakeProgressBar } from './HandshakeProgressBar.tsx';
import { HandshakeResults } from './HandshakeResults.tsx';

const sizes = [50, 200, 500] as const;
/** The longest takes about a minute; half of that is enough to see what there is to see. */
const usual: HandshakeRequest = { handshakes: 200, otherRuntimes: false };

/** What handshakes cost, by key, version, resumption and distance: what to measure on the left, what came out on the right. */
export function HandshakesView() {
  const { t } = useTranslation();
  const { startHandshakes, cancelHandshakes } = useLabActions();
  const [request, setRequest] = useState<HandshakeRequest>(usual);
  const isRunning = useLab(selectIsHandshakeLabBusy);
  const isSuiteRunning = useLab((state) => state.status?.phase.kind === 'suite');
  const isConnected = useLab((state) => state.connection.phase === 'connected');
  const state = useLab((lab) => lab.handshakeLab);
  return (
    <div className="suite" role="tabpanel" id={viewId('handshakes')} aria-labelledby={tabId('handshakes')}>
      <aside className="controls" aria-label={t('handshakes.choose')}>
        <p className="hint">{t('handshakes.about')}</p>
        <Choice
          stacked
          legend={t('handshakes.count')}
          options={sizes.map((value) => ({ value, label: String(value) }))}
          value={request.handshakes}
          onChange={(handshakes) => setRequest({ ...request, handshakes })}
        />
        <label>
          <input
            type="checkbox"
            checked={request.otherRuntimes}
            disabled={isRunning}
            onChange={({ target }) => setRequest({ ...request, otherRuntimes: target.checked })}
          />{' '}
          {t('handshakes.otherRuntimes')}
        </label>
        <p className="hint">{t('handshakes.otherRuntimesHint')}</p>
        <div className="run">
          {isSuiteRunning && <p className="hint">{t('run.longRunning')}</p>}
          {state && <HandshakeProgressBar state={state} />}
          <RunButton
            isActive={isRunning}
            isDisabled={!isConnected || isSuiteRunning}
            label={t(isRunning ? 'suite.cancel' : 'handshakes.start')}
            onPress={() => (isRunning ? cancelHandshakes() : startHandshakes(request))}
          />
        </div>
      </aside>
      <HandshakeResults isRunning={isRunning} />
    </div>
  );
}
