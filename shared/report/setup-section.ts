import { groupBy } from '../group-by.ts';
import type { Environment, HopFacts, Point, Run } from '../result.ts';
import type { Table } from '../table.ts';
import { formatBytes, formatNumber } from '../units.ts';
import { servingTierIds } from '../words.ts';
import { type Section, tableBlock } from './blocks.ts';
import { namesInReport } from './point-names.ts';

const aesText = { true: 'yes', false: 'no', null: 'not told by the system' } as const;

function machineTable(environment: Environment): Table {
  const { os, cpuModel, cores, memoryBytes, aes, runtime } = environment;
  const runtimeName = runtime.name === 'node' ? 'Node.js' : 'Electron';
  return {
    columns: ['what', 'value'],
    rows: [
      ['Processor', cpuModel],
      ['Cores', String(cores)],
      ['AES instructions', aesText[`${aes}`]],
      ['Memory', formatBytes(memoryBytes, 'en')],
      ['System', os],
      ['Runtime of the lab', `${runtimeName} ${runtime.version}`],
      ['TLS library of the lab', runtime.tls],
    ],
  };
}

type NameOf = (point: Point) => string;

const namesOf = (points: readonly Point[], nameOf: NameOf) => [...new Set(points.map(nameOf))].join(', ');

/** What played each tier, once per version, with the points that it played in. */
function engineTable(points: readonly Point[], nameOf: NameOf): Table {
  const played = servingTierIds.flatMap((tier) =>
    points.flatMap((point) => {
      const engine = point.engines[tier];
      return engine ? [{ tier, engine, point }] : [];
    }),
  );
  const groups = groupBy(played, ({ tier, engine }) => JSON.stringify([tier, engine]));
  return {
    columns: ['tier', 'engine', 'version', 'TLS library', 'configuration', 'in'],
    rows: [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { name, version, tls, ownConfig } = first.engine;
      const config = ownConfig ? 'your own' : 'of the lab';
      return [
        [
          first.tier,
          name,
          version,
          tls,
          config,
          namesOf(
            group.map(({ point }) => point),
            nameOf,
          ),
        ],
      ];
    }),
  };
}

/** What is the same about a hop in many points; a dash stands for what no end of it told. */
function hopCells(hop: HopFacts): string[] {
  const { from, to, security, layer, mutual, rttMs } = hop;
  const passed = layer === undefined ? '' : ', passed on unread';
  return [
    `${from} → ${to}`,
    `${security}${mutual ? ', mutual' : ''}${passed}`,
    hop.tlsVersion ?? '',
    hop.cipher ?? '',
    hop.alpn ?? '',
    rttMs > 0 ? `${formatNumber(rttMs, 'en')} ms` : '',
  ];
}

function hopTable(points: readonly Point[], nameOf: NameOf): Table {
  const hops = points.flatMap((point) => point.hops.map((hop) => ({ point, cells: hopCells(hop) })));
  const groups = groupBy(hops, ({ cells }) => JSON.stringify(cells));
  return {
    columns: ['hop', 'security', 'TLS version', 'cipher', 'ALPN', 'added RTT', 'in'],
    rows: [...groups.values()].flatMap((group) => {
      const [first] = group;
      return first
        ? [
            [
              ...first.cells,
              namesOf(
                group.map(({ point }) => point),
                nameOf,
              ),
            ],
          ]
        : [];
    }),
  };
}

/** Handshakes of the measured windows: only points in which there were any. */
function handshakeTable(points: readonly Point[], nameOf: NameOf): Table {
  const rows = points.flatMap((point) =>
    point.hops.flatMap(({ from, to, measuredHandshakes }) => {
      const { full = 0, resumed = 0 } = measuredHandshakes ?? {};
      return full + resumed > 0 ? [[nameOf(point), `${from} → ${to}`, full, resumed]] : [];
    }),
  );
  return { columns: ['point', 'hop', 'full', 'resumed'], rows };
}

/** The machine, what played each tier, and what was negotiated on each hop. */
export function setupSection({ environment, points }: Run): Section {
  const nameOf = namesInReport(points);
  return {
    heading: 'Where it was measured',
    blocks: [
      ...tableBlock('Machine', machineTable(environment)),
      ...tableBlock('What played each tier', engineTable(points, nameOf)),
      ...tableBlock('What was negotiated on each hop', hopTable(points, nameOf)),
      ...tableBlock('Handshakes in the measured windows', handshakeTable(points, nameOf)),
    ],
  };
}
