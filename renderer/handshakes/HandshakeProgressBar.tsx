import { useTranslation } from 'react-i18next';
import type { HandshakeState } from '../../shared/handshake/options.ts';

/** How far the handshake lab is, or how it ended. */
export function HandshakeProgressBar({ state: { state, progress } }: { state: HandshakeState }) {
  const { t } = useTranslation();
  const { doing, doneBatches, totalBatches } = progress;
  if (state !== 'running')
    return (
      <p className={`suite-ended suite-${state}`} role="status">
        {t(`handshakes.ended.${state}`)}
      </p>
    );
  return (
    <div className="suite-progress">
      <progress aria-label={t('suite.progress')} value={doneBatches} max={Math.max(1, totalBatches)} />
      <p className="hint">{doing}</p>
    </div>
  );
}
