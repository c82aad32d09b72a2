import { useTranslation } from 'react-i18next';
import { lineStyleOf } from '../../shared/palette.ts';
import { type TopologyId, tiersOf, topologyIds } from '../../shared/topologies.ts';
import { useLab, useLabActions } from '../state/use-lab.ts';
import { TopologyChain } from './TopologyChain.tsx';

/** The stroke by which the line charts draw this topology. */
function LineSample({ topology }: { topology: TopologyId }) {
  const { colour, dash } = lineStyleOf(topology);
  return (
    <svg className="card-stroke" viewBox="0 0 30 8" width="30" height="8" aria-hidden="true">
      <path d="M1 4h28" stroke={colour} strokeWidth="3" strokeDasharray={dash} fill="none" />
    </svg>
  );
}

function TopologyCard({ topology }: { topology: TopologyId }) {
  const { t } = useTranslation();
  const { configure } = useLabActions();
  const isCompare = useLab((state) => state.config.mode === 'compare');
  const isChosen = useLab(({ config }) =>
    config.mode === 'compare' ? config.compared.includes(topology) : config.topology === topology,
  );
  const isLast = useLab(
    ({ config }) => config.mode === 'compare' && config.compared.every((other) => other === topology),
  );
  const isMeasured = useLab(
    ({ status, connection }) =>
      connection.phase === 'connected' &&
      status?.phase.kind === 'running' &&
      status.phase.topology === topology,
  );
  const toggle = (on: boolean) =>
    configure((config) => {
      if (config.mode === 'solo') return { ...config, topology };
      const others = config.compared.filter((other) => other !== topology);
      return { ...config, compared: on ? [...others, topology] : others };
    });
  return (
    <label
      className={isMeasured ? 'card card-measured' : 'card'}
      style={{ flexGrow: Math.max(3, tiersOf(topology).length) }}
    >
      <input
        type={isCompare ? 'checkbox' : 'radio'}
        name="topology"
        checked={isChosen}
        // Something must be compared, so the last one can't be taken away.
        disabled={isLast && isChosen}
        onChange={(event) => toggle(event.target.checked)}
        aria-describedby={`models-${topology}`}
      />
      <span className="card-head">
        <span className="card-mark" aria-hidden="true" />
        <strong>{topology}</strong> <span className="card-name">{t(`topologies.${topology}.name`)}</span>
        <LineSample topology={topology} />
      </span>
      <TopologyChain topology={topology} />
      <span className="card-models" id={`models-${topology}`} title={t(`topologies.${topology}.models`)}>
        {t(`topologies.${topology}.models`)}
      </span>
    </label>
  );
}

/** All topologies as drawings of their chains: one is chosen in Solo, any number in Compare. */
export function TopologyCards() {
  const { t } = useTranslation();
  const isCompare = useLab((state) => state.config.mode === 'compare');
  return (
    <fieldset className="cards">
      <legend className="unseen">{t(isCompare ? 'topologies.chooseSome' : 'topologies.chooseOne')}</legend>
      {topologyIds.map((topology) => (
        <TopologyCard key={topology} topology={topology} />
      ))}
    </fieldset>
  );
}
