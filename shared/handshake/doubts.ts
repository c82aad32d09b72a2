import { type MachineEvidence, machineWarningsOf } from '../machine-warnings.ts';
import type { Warning } from '../result.ts';
import { relativeHalfWidth } from '../stats.ts';
import { fillPlaces, writeValues } from '../value-text.ts';
import type { HandshakeDocument } from './document.ts';

/** What the machine did while handshakes were measured; the server is the tier `app`. */
export type MachineUse = Omit<MachineEvidence, 'service'>;

/** Cases of one key differ by a fifth or so; of what is known no better than this, such a difference can't be told. */
const INTERVAL_LIMIT = 0.1;

/** Warnings in the words of handshakes. The ending of a value's name says its unit. */
export const handshakeDoubtSentences = {
  'cores-oversubscribed':
    '{{busyCores}} of {{cores}} cores were busy: client and server waited for them, so times are too long; CPU per connection still holds.',
  'other-work':
    'Other programs kept {{otherCores}} of {{cores}} cores busy: times are too long, and CPU per connection rises with the caches that are shared; close them and measure again.',
  steal:
    'The hypervisor gave {{stealShare}} of a core to other guests: times are too long, and CPU per connection may hold time that was not spent here; measure again when the host is quiet.',
  'clock-jump':
    'The clock jumped by {{stepMs}}: it was set, or the machine slept, and figures may hold cold caches; keep the machine awake and measure again.',
  'interval-too-wide':
    "CPU per connection of {{wide}} of {{rows}} rows is known no better than to ±{{limitShare}}, of {{case}} to ±{{halfWidthShare}}: smaller differences can't be told from it; ask for more handshakes, or measure on a quieter machine.",
} as const satisfies Partial<Record<Warning['code'], string>>;

const sentences: Partial<Record<Warning['code'], string>> = handshakeDoubtSentences;

/** In the words of handshakes. */
function inWords({ code, values }: Pick<Warning, 'code' | 'values'>): Warning {
  return { code, message: fillPlaces(sentences[code] ?? code, writeValues(values, 'en')), values };
}

function intervalsTooWide(rows: HandshakeDocument['rows']): Warning[] {
  const known = rows.flatMap((row) => {
    if ('fault' in row) return [];
    const halves = [row.serverCpuUs, row.clientCpuUs].map((figure) => relativeHalfWidth(figure) ?? 0);
    return [{ case: row.case, halfWidthShare: Math.max(...halves) }];
  });
  const wide = known.filter(({ halfWidthShare }) => halfWidthShare > INTERVAL_LIMIT);
  const worst = wide.toSorted((a, b) => b.halfWidthShare - a.halfWidthShare)[0];
  if (worst === undefined) return [];
  return [
    inWords({
      code: 'interval-too-wide',
      values: {
        wide: wide.length,
        rows: known.length,
        case: worst.case,
        halfWidthShare: worst.halfWidthShare,
        limitShare: INTERVAL_LIMIT,
      },
    }),
  ];
}

/**
 * What a reader of a handshake document should doubt.
 * @param use undefined where the machine was not watched to the end
 */
export function handshakeDoubts(rows: HandshakeDocument['rows'], use: MachineUse | undefined): Warning[] {
  const ofMachine = use === undefined ? [] : machineWarningsOf(use);
  return [...ofMachine.map(inWords), ...intervalsTooWide(rows)];
}
