import { useTranslation } from 'react-i18next';
import { tierColour, tierInk } from '../../shared/palette.ts';
import { type Hop, hopsOf, type TopologyId, tiersOf } from '../../shared/topologies.ts';
import { formatNumber } from '../../shared/units.ts';
import { addedRttMs } from '../../shared/variant.ts';
import type { Security, Tier } from '../../shared/words.ts';
import { useLanguage } from '../i18n/start-i18n.ts';
import { useLab } from '../state/use-lab.ts';

/** Of the chain, for each tier on it: the cards' widths follow the same count, so that all are drawn at one scale. */
const widthPerTier = 58;
const height = 28;
/** Room under the chain for the distance of its hops, where any has one. */
const rttHeight = 13;
const nodeWidth = 45;
const nodeHeight = 22;
const middle = height / 2;

function Padlock({ x, security }: { x: number; security: Security }) {
  const isClosed = security === 'tls';
  return (
    <g
      transform={`translate(${x - 6} ${middle - 9})`}
      className={isClosed ? 'lock lock-closed' : 'lock lock-open'}
    >
      <rect x="-3" y="-1" width="18" height="20" className="lock-ground" />
      <path
        d={isClosed ? 'M2.5 8V5a3.5 3.5 0 0 1 7 0v3' : 'M2.5 8V4a3.5 3.5 0 0 1 6.6-1.6'}
        className="lock-bow"
      />
      <rect x="0.5" y="8" width="11" height="8.5" rx="1.6" className="lock-body" />
    </g>
  );
}

/** A tier; one that passes bytes on unread is drawn hollow. */
function Node({ tier, x, isHollow }: { tier: Tier; x: number; isHollow: boolean }) {
  const { t } = useTranslation();
  return (
    <g>
      <rect
        x={x}
        y={middle - nodeHeight / 2}
        width={nodeWidth}
        height={nodeHeight}
        rx="5"
        fill={isHollow ? undefined : tierColour[tier]}
        stroke={tierColour[tier]}
        className={isHollow ? 'chain-node chain-hollow' : 'chain-node'}
      />
      <text
        x={x + nodeWidth / 2}
        y={middle + 4.5}
        textAnchor="middle"
        fill={isHollow ? undefined : tierInk[tier]}
        className={isHollow ? 'chain-name chain-hollow-name' : 'chain-name'}
      >
        {t(`tiers.${tier}`)}
      </text>
    </g>
  );
}

/** The chain of a topology: tiers in their colours, on each hop a padlock that is closed where TLS runs, and its added RTT. */
export function TopologyChain({ topology }: { topology: TopologyId }) {
  const { t } = useTranslation();
  const tiers = tiersOf(topology);
  const width = widthPerTier * Math.max(3, tiers.length);
  const step = (width - nodeWidth) / Math.max(1, tiers.length - 1);
  const xOf = (tier: Tier) => tiers.indexOf(tier) * step;
  const hops: readonly Hop[] = hopsOf(topology);
  const language = useLanguage();
  const network = useLab((state) => state.config.network);
  const rttOf = (hop: Hop) => addedRttMs(hop, network);
  const rttText = (hop: Hop) => t('topologies.rtt', { rtt: formatNumber(rttOf(hop), language) });
  const spoken = hops
    .map((hop) => {
      const distance = rttOf(hop) > 0 ? `, ${rttText(hop)}` : '';
      const kind = hop.mutual ? t('security.mutual') : t(`security.${hop.security}`);
      const passed = hop.layer ? `, ${t('security.passedOn')}` : '';
      return `${t(`tiers.${hop.from}`)} → ${t(`tiers.${hop.to}`)}: ${kind}${passed}${distance}`;
    })
    .join(', ');
  // All cards alike, so that their chains stay in one line.
  const hasRtt = network.innerRttMs > 0 || network.outerRttMs > 0;
  return (
    <svg
      className={hasRtt ? 'chain chain-distant' : 'chain'}
      viewBox={`0 0 ${width} ${hasRtt ? height + rttHeight : height}`}
      role="img"
      aria-label={spoken}
    >
      {hops.map((hop) => {
        const [from, to] = [xOf(hop.from) + nodeWidth, xOf(hop.to)];
        return (
          <g key={hop.to}>
            <path d={`M${from} ${middle}H${to}`} className={`chain-hop chain-${hop.security}`} />
            <Padlock x={(from + to) / 2} security={hop.security} />
            {rttOf(hop) > 0 && (
              <text x={(from + to) / 2} y={height + rttHeight - 3} textAnchor="middle" className="chain-rtt">
                {rttText(hop)}
              </text>
            )}
          </g>
        );
      })}
      {tiers.map((tier) => (
        <Node
          key={tier}
          tier={tier}
          x={xOf(tier)}
          isHollow={hops.some((hop) => hop.to === tier && hop.layer !== undefined)}
        />
      ))}
    </svg>
  );
}
