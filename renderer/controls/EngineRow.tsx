import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { markPath } from '../../shared/engine-marks.ts';
import { type EngineNote, type EngineState, unableToPlay } from '../../shared/engine-state.ts';
import type { Engine } from '../../shared/words.ts';
import { type EngineOption, withEngine } from '../state/engine-choice.ts';
import { useLabActions } from '../state/use-lab.ts';

export type RealEngine = Exclude<Engine, 'builtin'>;

/** As the engine calls itself, once the host has said; the lab's own proxy in the window's language. */
export function useEngineName() {
  const { t } = useTranslation();
  return ({ id, state }: Pick<EngineOption, 'id' | 'state'>) =>
    id === 'builtin' ? t('engines.builtin') : (state?.name ?? id);
}

/** Says a note in the window's language. */
function useNoteText() {
  const { t } = useTranslation();
  return ({ key, values }: EngineNote) => t(`engineNotes.${key}`, values);
}

/** The mark that the engine has on the lines of the charts. */
function Mark({ id }: { id: Engine }) {
  return (
    <svg className="engine-sample" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d={markPath(id, 6, 6) ?? 'M1 6h10'} className={id === 'builtin' ? 'mark-none' : undefined} />
    </svg>
  );
}

/** Version and limits of an engine that is there; the reason and the remedy for one that is not. */
function EngineFacts({ state }: { state: EngineState | undefined }) {
  const { t } = useTranslation();
  const say = useNoteText();
  if (!state) return <p className="hint">{t('engines.looking')}</p>;
  if (!state.isThere)
    return (
      <p className="hint engine-missing">
        {t('engines.missing')} {say(state.reason)}
        <br />
        {t('engines.install')} {say(state.install)}
      </p>
    );
  return (
    <>
      <p className="hint" title={state.file}>
        {state.version} · {state.tls}
      </p>
      {unableToPlay(state).map(({ topologies, reason }) => (
        <p key={reason.key} className="hint engine-limit">
          {t('engines.unable', { topologies: topologies.join(', ') })} {say(reason)}
        </p>
      ))}
      {state.limits.map((limit) => (
        <p key={limit.key} className="hint engine-limit">
          {say(limit)}
        </p>
      ))}
    </>
  );
}

interface EngineRowProps {
  readonly option: EngineOption;
  readonly isCompare: boolean;
  /** Asks for the engine's configuration. */
  readonly onShow: (id: RealEngine) => void;
}

export function EngineRow({ option, isCompare, onShow }: EngineRowProps) {
  const { t } = useTranslation();
  const { configure } = useLabActions();
  const say = useNoteText();
  const factsId = useId();
  const name = useEngineName()(option);
  const { id, isChosen, isFixed, isUnable, state } = option;
  const isMissing = state?.isThere === false;
  const title = isMissing
    ? `${say(state.reason)} ${say(state.install)}`
    : isUnable
      ? t('engines.unableHere')
      : undefined;
  return (
    <div className={isMissing || isUnable ? 'engine engine-grey' : 'engine'}>
      <label className="engine-name" title={title}>
        <input
          type={isCompare ? 'checkbox' : 'radio'}
          name="engine"
          checked={isChosen}
          disabled={isFixed}
          aria-describedby={factsId}
          onChange={({ target }) => configure((config) => withEngine(config, id, target.checked))}
        />
        <Mark id={id} />
        <strong>{name}</strong>
      </label>
      {id !== 'builtin' && !isMissing && (
        <button
          type="button"
          className="small-button engine-config"
          aria-label={t('engines.configOf', { engine: name })}
          onClick={() => onShow(id)}
        >
          {t('engines.config')}
        </button>
      )}
      <div className="engine-facts" id={factsId}>
        {id === 'builtin' ? (
          <p className="hint">{t('engines.builtinFacts')}</p>
        ) : (
          <EngineFacts state={state} />
        )}
      </div>
    </div>
  );
}
