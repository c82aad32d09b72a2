import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EngineConfig } from '../../shared/engine-state.ts';
import { toFault } from '../../shared/fault.ts';
import { proxiesOf, type TopologyId, topologyIds } from '../../shared/topologies.ts';
import { hasProxy, measuredVariants } from '../../shared/variant.ts';
import type { ProxyTier } from '../../shared/words.ts';
import { copyText } from '../charts/export/chart-files.ts';
import { useKeepFile } from '../charts/use-keep-file.ts';
import { useLab, useLabActions, useLabReader } from '../state/use-lab.ts';
import { Choice } from './Choice.tsx';
import type { RealEngine } from './EngineRow.tsx';

const withProxy = topologyIds.filter(hasProxy);

/** What the host answers; read again when another topology or tier is chosen or the lab's settings change. */
function useEngineConfig(engine: RealEngine, topology: TopologyId | undefined, tier: ProxyTier) {
  const { engineConfig } = useLabActions();
  // As the host has taken them: it writes the file under its own settings.
  const settings = useLab((state) => state.status?.config);
  const [file, setFile] = useState<EngineConfig | undefined>();
  const [refusal, setRefusal] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other settings make another file
  useEffect(() => {
    if (topology === undefined) return;
    let isWanted = true;
    engineConfig({ engine, topology, tier }).then(
      (answer) => {
        if (!isWanted) return;
        setFile(answer);
        setRefusal('');
      },
      (error: unknown) => isWanted && setRefusal(toFault(error).message),
    );
    return () => {
      isWanted = false;
    };
  }, [engine, topology, tier, settings, engineConfig]);
  return { file, refusal };
}

function FileButtons({ file }: { file: EngineConfig | undefined }) {
  const { t } = useTranslation();
  const { said, say, keep, attempt } = useKeepFile();
  const copy = async (text: string) => {
    await copyText(text);
    say(t('engines.copied'));
  };
  return (
    <div className="dialog-foot">
      <output>{said}</output>
      <button
        type="button"
        className="small-button"
        disabled={!file}
        onClick={() => file && attempt(copy(file.text))}
      >
        {t('engines.copy')}
      </button>
      <button
        type="button"
        className="small-button"
        disabled={!file}
        onClick={() => file && attempt(keep({ name: file.name, mimeType: 'text/plain', data: file.text }))}
      >
        {t('engines.save')}
      </button>
    </div>
  );
}

interface EngineConfigDialogProps {
  readonly engine: RealEngine;
  readonly onClose: () => void;
}

/** The exact file that an engine is run with, to read, copy and keep. */
export function EngineConfigDialog({ engine, onClose }: EngineConfigDialogProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const read = useLabReader();
  const dialog = useRef<HTMLDialogElement>(null);
  const [topology, setTopology] = useState(
    () =>
      measuredVariants(read().config).find((variant) => hasProxy(variant.topology))?.topology ?? withProxy[0],
  );
  const [wantedTier, setWantedTier] = useState<ProxyTier>('proxy');
  const tiers = topology === undefined ? [] : proxiesOf(topology);
  const tier = tiers.includes(wantedTier) ? wantedTier : 'proxy';
  const { file, refusal } = useEngineConfig(engine, topology, tier);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={headingId} onClose={onClose}>
      <header className="dialog-head">
        <h2 id={headingId}>{t('engines.file', { file: file?.name ?? engine })}</h2>
        <Choice
          hideLegend
          legend={t('engines.fileFor')}
          options={withProxy.map((value) => ({ value, label: value }))}
          value={topology}
          onChange={setTopology}
        />
        {tiers.length > 1 && (
          <Choice
            hideLegend
            legend={t('engines.fileOf')}
            options={tiers.map((value) => ({ value, label: t(`tiers.${value}`) }))}
            value={tier}
            onChange={setWantedTier}
          />
        )}
        <button
          type="button"
          className="small-button"
          aria-label={t('engines.close')}
          onClick={() => dialog.current?.close()}
        >
          ×
        </button>
      </header>
      <p className="hint">{t('engines.fileHint')}</p>
      {refusal ? (
        <p className="typed-message" role="alert">
          {refusal}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className="dialog-text" tabIndex={0}>
          {file?.text}
        </pre>
      )}
      <FileButtons file={refusal ? undefined : file} />
    </dialog>
  );
}
