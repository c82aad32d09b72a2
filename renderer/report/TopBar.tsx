import { useTranslation } from 'react-i18next';
import { languages, type Phase, themes } from '../../shared/api.ts';
import { seriesName } from '../../shared/series.ts';
import { Choice } from '../controls/Choice.tsx';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { type View, ViewTabs } from './ViewTabs.tsx';

const modes = ['solo', 'compare'] as const;

/** Why nothing comes in, and what to do about it once waiting has not helped. */
function ConnectionState() {
  const { t } = useTranslation();
  const connection = useLab((state) => state.connection);
  if (connection.phase !== 'reconnecting')
    return <span className={`pill pill-${connection.phase}`}>{t(`connection.${connection.phase}`)}</span>;
  const hasWaited = connection.attempt >= 3;
  const advice = connection.refused ? 'refused' : hasWaited ? 'unreachable' : 'reconnecting';
  return (
    <span className="pill pill-reconnecting" role="alert">
      {t(`connection.${advice}`, { attempt: connection.attempt })}
    </span>
  );
}

const phaseValues = (phase: Phase) => {
  switch (phase.kind) {
    case 'preparing':
    case 'running':
      return { series: seriesName(phase) };
    case 'recovering':
      return { role: phase.role, attempt: phase.attempt };
    case 'failed':
      return { message: phase.fault.message };
    case 'idle':
    case 'suite':
    case 'handshake-lab':
      return {};
  }
};

function PhaseState() {
  const { t } = useTranslation();
  const phase = useLab((state) => state.status?.phase);
  const isCompare = useLab((state) => state.config.mode === 'compare');
  const isLost = useLab((state) => state.connection.phase === 'reconnecting');
  // What a lab that does not answer is doing, nobody knows.
  if (!phase || isLost) return null;
  const key = phase.kind === 'running' && isCompare ? 'comparing' : phase.kind;
  return (
    <span
      className={`phase phase-${phase.kind}`}
      title={phase.kind === 'failed' ? phase.fault.message : undefined}
    >
      <span className="phase-dot" aria-hidden="true" />
      {t(`phase.${key}`, phaseValues(phase))}
    </span>
  );
}

function Preferences() {
  const { t } = useTranslation();
  const { setPreferences } = useLabActions();
  const theme = useLab((state) => state.status?.preferences.theme ?? 'system');
  const language = useLab((state) => state.status?.preferences.language ?? 'system');
  const isKnown = useLab((state) => state.status !== undefined);
  return (
    <>
      <label className="picker">
        <span>{t('preferences.theme')}</span>
        <select
          value={theme}
          disabled={!isKnown}
          onChange={({ target }) => {
            const chosen = themes.find((value) => value === target.value);
            if (chosen) setPreferences({ theme: chosen });
          }}
        >
          {themes.map((value) => (
            <option key={value} value={value}>
              {t(`preferences.themes.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="picker">
        <span>{t('preferences.language')}</span>
        <select
          value={language}
          disabled={!isKnown}
          onChange={({ target }) => {
            const chosen = languages.find((value) => value === target.value);
            if (chosen) setPreferences({ language: chosen });
          }}
        >
          {languages.map((value) => (
            <option key={value} value={value}>
              {t(`preferences.languages.${value}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

interface TopBarProps {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** Name, views, mode, what the lab is doing, the connection, and the preferences. */
export function TopBar({ view, onView }: TopBarProps) {
  const { t } = useTranslation();
  const { configure } = useLabActions();
  const mode = useLab((state) => state.config.mode);
  // In Compare the phase names another series several times a second: nobody wants to hear that.
  const isComparing = useLab(
    ({ config, status }) => config.mode === 'compare' && status?.phase.kind === 'running',
  );
  return (
    <header className="topbar">
      <h1>TLS Cost Lab</h1>
      <ViewTabs view={view} onChange={onView} />
      {view === 'live' && (
        <div className="mode">
          <Choice
            hideLegend
            legend={t('mode.title')}
            options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
            value={mode}
            onChange={(value) => configure((config) => ({ ...config, mode: value }))}
          />
        </div>
      )}
      <div className="topbar-state" aria-live={isComparing ? 'off' : 'polite'}>
        <PhaseState />
      </div>
      <ConnectionState />
      <Preferences />
    </header>
  );
}
