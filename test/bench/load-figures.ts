import type { Workload } from '../../shared/config.ts';
import type { Figure, Outcome } from './figures.ts';
import {
  addressOf,
  median,
  openTarget,
  PROGRAM_S,
  type Spent,
  spentByOurs,
  spentByProgram,
  type Target,
  tls,
  workload,
} from './rig.ts';

const ROUNDS = 4;
const connections = workload.connections;
const handshakeConnections = 16;

type Program = (target: Target, count: number) => [command: string, ...args: string[]];

const wrk: Program = (target, count) => ['wrk', '-t1', `-c${count}`, `-d${PROGRAM_S}s`, addressOf(target)];
const wrkClosing: Program = (target, count) => [...wrk(target, count), '-H', 'Connection: close'];
const autocannon: Program = (target, count) => [
  process.execPath,
  'node_modules/autocannon/autocannon.js',
  '-c',
  String(count),
  '-d',
  PROGRAM_S,
  addressOf(target),
];

const perRequestUs = (spent: readonly Spent[]) => median(spent.map((one) => one.cpuUs / one.requests));

function handshakeProof(ours: readonly Spent[], theirs: readonly Spent[]): string {
  const sum = (spent: readonly Spent[]) => ({
    full: spent.reduce((total, one) => total + one.handshakes.full, 0),
    resumed: spent.reduce((total, one) => total + one.handshakes.resumed, 0),
  });
  const [own, other] = [sum(ours), sum(theirs)];
  if (own.resumed + other.resumed > 0)
    throw new Error('A handshake was resumed: this figure would mix two kinds.');
  return `full handshakes counted by the server: ${own.full} and ${other.full}; resumed: 0 and 0`;
}

/** Ours and another program in turn, A B B A, on the same server: what drifts falls on both. */
async function compare(target: Target, program: Program, change: Partial<Workload>): Promise<Outcome> {
  const [ours, theirs]: [Spent[], Spent[]] = [[], []];
  const count = change.connections ?? connections;
  const [command, ...args] = program(target, count);
  const measureOurs = async () => void ours.push(await spentByOurs(target, change));
  const measureTheirs = async () => void theirs.push(await spentByProgram(target, command, args));
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [measureOurs, measureTheirs] : [measureTheirs, measureOurs];
    for (const measure of order) await measure();
  }
  const [own, other] = [perRequestUs(ours), perRequestUs(theirs)];
  return {
    kind: 'measured',
    ratio: own / other,
    numerator: `${own.toFixed(1)} µs`,
    denominator: `${other.toFixed(1)} µs`,
    proof: change.reuse === 'new' ? handshakeProof(ours, theirs) : undefined,
  };
}

async function onTarget(
  settings: typeof tls | undefined,
  use: (target: Target) => Promise<Outcome>,
): Promise<Outcome> {
  const target = await openTarget(settings);
  try {
    return await use(target);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { kind: 'skipped', reason: `${error.message}: install it first` };
    }
    throw error;
  } finally {
    await target.close();
  }
}

export const loadFigures: readonly Figure[] = [
  {
    id: 'load-wrk-t0',
    what: 'load generator CPU per request ÷ wrk’s, T0',
    atMost: 1.15,
    measure: () => onTarget(undefined, (target) => compare(target, wrk, {})),
  },
  {
    id: 'load-wrk-t1',
    what: 'load generator CPU per request ÷ wrk’s, T1',
    atMost: 1.15,
    measure: () => onTarget(tls, (target) => compare(target, wrk, {})),
  },
  {
    id: 'load-autocannon-t0',
    what: 'load generator CPU per request ÷ autocannon’s, T0',
    atMost: 0.75,
    measure: () => onTarget(undefined, (target) => compare(target, autocannon, {})),
  },
  {
    id: 'load-autocannon-t1',
    what: 'load generator CPU per request ÷ autocannon’s, T1',
    atMost: 0.75,
    measure: () => onTarget(tls, (target) => compare(target, autocannon, {})),
  },
  {
    id: 'load-wrk-handshake',
    what: 'load generator CPU per new TLS connection ÷ wrk’s, full handshakes',
    atMost: 1.3,
    measure: () =>
      onTarget({ ...tls, resumption: false }, (target) =>
        compare(target, wrkClosing, { reuse: 'new', connections: handshakeConnections }),
      ),
  },
];
