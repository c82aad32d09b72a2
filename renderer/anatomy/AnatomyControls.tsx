import { useTranslation } from 'react-i18next';
import { Choice } from '../controls/Choice.tsx';
import { useLanguage } from '../i18n/start-i18n.ts';
import type { HopView } from '../state/anatomy-selectors.ts';
import { selectIsActive } from '../state/selectors.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';

/** What a handshake came to, in the words of the TLS library and of the RFCs. */
function Facts({ hops }: { hops: readonly HopView[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  return hops.map((view) => {
    const { from, to, security } = view.hop;
    const name = `${t(`tiers.${from}`)} ${security === 'tls' ? '⇒' : '→'} ${t(`tiers.${to}`)}`;
    if (view.kind !== 'handshake') {
      return (
        <section key={name} className="anatomy-facts">
          <h3>{name}</h3>
          <p className="hint">{t(`anatomy.hop.${view.kind}`)}</p>
        </section>
      );
    }
    const { anatomy, seenBy, takenAtMs } = view;
    const resumed =
      anatomy.isResumed === undefined
        ? undefined
        : t(anatomy.isResumed ? 'timeline.resumed' : 'timeline.full');
    const facts = [anatomy.version, anatomy.cipher, anatomy.group, resumed].filter(Boolean);
    return (
      <section key={name} className="anatomy-facts">
        <h3>{name}</h3>
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <p className="hint">
          {t('anatomy.seenBy', {
            tier: t(`tiers.${seenBy === 'client' ? from : to}`),
            time: clock.format(takenAtMs),
          })}
        </p>
      </section>
    );
  });
}

interface AnatomyControlsProps {
  /** Of the series that are measured. */
  readonly names: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
  readonly isHeld: boolean;
  readonly onHold: () => void;
  readonly hops: readonly HopView[];
}

export function AnatomyControls({ names, chosen, onChoose, isHeld, onHold, hops }: AnatomyControlsProps) {
  const { t } = useTranslation();
  const { forceHandshakes } = useLabActions();
  const isActive = useLab(selectIsActive);
  const hasInner = hops.some(
    ({ hop, kind }) => hop.from !== 'client' && kind !== 'plaintext' && kind !== 'passed-on',
  );
  return (
    <>
      {names.length > 1 && (
        <Choice
          stacked
          legend={t('anatomy.series')}
          options={names.map((value) => ({ value, label: value }))}
          value={chosen}
          onChange={onChoose}
        />
      )}
      <p className="hint">{t('anatomy.about')}</p>
      <button type="button" className="small-button" aria-pressed={isHeld} onClick={onHold}>
        {t(isHeld ? 'anatomy.release' : 'anatomy.hold')}
      </button>
      {hasInner && (
        <>
          <button
            type="button"
            className="small-button"
            disabled={!isActive || isHeld}
            onClick={forceHandshakes}
          >
            {t('anatomy.force')}
          </button>
          <p className="hint">{t('anatomy.rare')}</p>
        </>
      )}
      <Facts hops={hops} />
    </>
  );
}
