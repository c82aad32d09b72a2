import { useTranslation } from 'react-i18next';
import { bounds, type Reuse } from '../../shared/config.ts';
import { bytesPerKilobyte, formatBytes, formatCount, parseBytes, parseWhole } from '../../shared/units.ts';
import { methods, protocols } from '../../shared/words.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { Choice } from './Choice.tsx';
import { TypedField } from './TypedField.tsx';

const bodyPresets = [256, 1, 4, 16, 64, 1024].map((size) => (size === 256 ? size : size * bytesPerKilobyte));
const connectionPresets = [1, 16, 64, 256, 1000];
const reuseKinds = ['keep-alive', 'new', 'limited'] as const;
/** What "N requests per connection" starts from. */
const firstLimit = 100;

const asOptions = <T extends string>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value, label: label(value) }));

/** Why the host refused the last change, when it was about this field. */
function useRefusal(field: string): string | undefined {
  return useLab((state) => (state.configFault?.field === field ? state.configFault.message : undefined));
}

function BodySize() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { setWorkload } = useLabActions();
  const bodyBytes = useLab((state) => state.config.workload.bodyBytes);
  const fault = useRefusal('workload.bodyBytes');
  const size = (bytes: number) => formatBytes(bytes, language);
  return (
    <div className="control">
      <Choice
        stacked
        legend={t('controls.body')}
        options={bodyPresets.map((value) => ({ value, label: size(value) }))}
        value={bodyBytes}
        onChange={(value) => setWorkload({ bodyBytes: value })}
      />
      <TypedField
        label={t('controls.bodyTyped')}
        text={size(bodyBytes)}
        parse={parseBytes}
        bounds={bounds.bodyBytes}
        refusal={t('controls.bodyRefused', {
          min: size(bounds.bodyBytes.min),
          max: size(bounds.bodyBytes.max),
        })}
        fault={fault}
        onCommit={(value) => setWorkload({ bodyBytes: value })}
      />
    </div>
  );
}

function ConnectionReuse() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { setWorkload } = useLabActions();
  const reuse = useLab((state) => state.config.workload.reuse);
  const limit = bounds.requestsPerConnection;
  const chosen = typeof reuse === 'number' ? 'limited' : reuse;
  const onChange = (kind: 'keep-alive' | 'new' | 'limited') => {
    const next: Reuse = kind === 'limited' ? firstLimit : kind;
    setWorkload({ reuse: next });
  };
  return (
    <div className="control">
      <Choice
        stacked
        legend={t('controls.reuse')}
        options={asOptions(reuseKinds, (kind) => t(`controls.reuses.${kind}`))}
        value={chosen}
        onChange={onChange}
      />
      {typeof reuse === 'number' && (
        <TypedField
          label={t('controls.reuseTyped')}
          text={formatCount(reuse, language)}
          parse={parseWhole}
          bounds={limit}
          refusal={t('controls.wholeRefused', {
            min: formatCount(limit.min, language),
            max: formatCount(limit.max, language),
          })}
          onCommit={(value) => setWorkload({ reuse: value })}
        />
      )}
    </div>
  );
}

function Connections() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { setWorkload } = useLabActions();
  const connections = useLab((state) => state.config.workload.connections);
  const fault = useRefusal('workload.connections');
  const { min, max } = bounds.connections;
  return (
    <div className="control">
      <Choice
        stacked
        legend={t('controls.connections')}
        options={connectionPresets.map((value) => ({ value, label: formatCount(value, language) }))}
        value={connections}
        onChange={(value) => setWorkload({ connections: value })}
      />
      <TypedField
        label={t('controls.connectionsTyped')}
        text={formatCount(connections, language)}
        parse={parseWhole}
        bounds={bounds.connections}
        refusal={t('controls.wholeRefused', {
          min: formatCount(min, language),
          max: formatCount(max, language),
        })}
        fault={fault}
        onCommit={(value) => setWorkload({ connections: value })}
      />
    </div>
  );
}

function Protocol() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { setWorkload } = useLabActions();
  const protocol = useLab((state) => state.config.workload.protocol);
  const streams = useLab((state) => state.config.workload.streamsPerConnection);
  const { min, max } = bounds.streamsPerConnection;
  return (
    <div className="control control-row">
      <Choice
        legend={t('controls.protocol')}
        options={asOptions(protocols, (value) => t(`controls.protocols.${value}`))}
        value={protocol}
        onChange={(value) => setWorkload({ protocol: value })}
      />
      {protocol === 'h2' && (
        <div className="streams">
          <span aria-hidden="true">{t('controls.streams')}</span>
          <TypedField
            label={t('controls.streamsTyped')}
            text={formatCount(streams, language)}
            parse={parseWhole}
            bounds={bounds.streamsPerConnection}
            refusal={t('controls.wholeRefused', { min, max })}
            onCommit={(value) => setWorkload({ streamsPerConnection: value })}
          />
        </div>
      )}
    </div>
  );
}

/** What is asked of the path: body, method, reuse, connections, protocol. */
export function WorkloadControls() {
  const { t } = useTranslation();
  const { setWorkload } = useLabActions();
  const method = useLab((state) => state.config.workload.method);
  return (
    <section className="control-group" aria-label={t('controls.workload')}>
      <BodySize />
      <Choice
        legend={t('controls.method')}
        options={asOptions(methods, (value) => value)}
        value={method}
        onChange={(value) => setWorkload({ method: value })}
      />
      <ConnectionReuse />
      <Connections />
      <Protocol />
    </section>
  );
}
