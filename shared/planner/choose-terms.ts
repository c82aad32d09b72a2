import { FEW_HANDSHAKES_PER_REQUEST } from '../negotiation-warnings.ts';
import { handshakeCpu } from '../probe/handshake-cpu.ts';
import type { ServingTier } from '../words.ts';
import { dot } from './least-squares.ts';
import { type Term, type TermName, termNames } from './model.ts';
import { type Regressors, type Row, tlsOf } from './regressors.ts';

/** A column whose part that no other implies is smaller than this share of it says nothing of its own. */
const LEAST_OWN_SHARE = 0.05;
/** Fewer of one kind among a point's handshakes say nothing of what that kind costs. */
const LEAST_KIND_SHARE = 0.05;

/** Terms that the rows tell apart, and what becomes of the others. */
export interface ChosenTerms {
  readonly fitted: readonly TermName[];
  readonly others: Readonly<Partial<Record<TermName, Term>>>;
}

const lengthOf = (column: readonly number[]) => Math.sqrt(dot(column, column));

/** What of a column is no multiple of others, which are at right angles to each other (Gram and Schmidt). */
function ownPart(column: readonly number[], others: readonly (readonly number[])[]): number[] {
  return others.reduce<number[]>(
    (rest, other) => {
      const factor = dot(rest, other) / dot(other, other);
      return rest.map((value, at) => value - factor * (other[at] ?? 0));
    },
    [...column],
  );
}

const isSmall = (part: readonly number[], whole: readonly number[]): boolean =>
  lengthOf(part) <= LEAST_OWN_SHARE * lengthOf(whole);

/** Costs of handshakes on another machine, for a term that was not measured; of Node's TLS, which plays app and proxy. */
function unknownHandshake(name: 'full' | 'resumed', rows: readonly Row[], tier: ServingTier): Term {
  const point = rows[0]?.point;
  const played = point?.engines[tier]?.name;
  const cost = played === 'builtin' && point ? handshakeCpu(point.tls, 1) : undefined;
  const span = cost?.[name];
  if (cost === undefined || span === undefined) return { state: 'unknown' };
  const { lowUs, highUs } = span;
  return { state: 'unknown', reference: { lowUs, highUs, where: cost.where } };
}

/** A term of which no point has more than a trace. */
function withoutAny(name: TermName, rows: readonly Row[], tier: ServingTier): Term {
  const [first] = rows;
  if (name === 'base' || name === 'perByte' || first === undefined) return { state: 'unknown' };
  if (name === 'churn') return { state: 'folded' };
  const tls = tlsOf(first.point, tier);
  if (name !== 'connection' && !tls.any) return { state: 'none' };
  const opened = rows.some(({ regressors }) => regressors.connection > FEW_HANDSHAKES_PER_REQUEST);
  if (name === 'connection') return { state: tls.withClient ? 'folded' : 'unknown' };
  // Behind a pool: the client opened connections, and this tier made no handshake for them.
  if (opened && !tls.withClient) return { state: 'none' };
  return unknownHandshake(name, rows, tier);
}

/** A term that others imply at every point: a connection comes with its handshake, where the tier makes it, and churn with both. */
function implied(name: TermName, rows: readonly Row[], tier: ServingTier): Term {
  if (name === 'churn') return { state: 'folded' };
  const isFolded = name === 'connection' && rows[0] !== undefined && tlsOf(rows[0].point, tier).withClient;
  return { state: isFolded ? 'folded' : 'unknown' };
}

/** Whether a term hardly occurs: a connection in thousands, or a few full handshakes among many resumed ones. */
function isTrace(name: TermName, regressors: Regressors): boolean {
  const value = regressors[name];
  if (value <= FEW_HANDSHAKES_PER_REQUEST) return true;
  const isHandshake = name === 'full' || name === 'resumed';
  return isHandshake && value < LEAST_KIND_SHARE * (regressors.full + regressors.resumed);
}

/**
 * Which terms the points of a tier tell apart. One that does not occur, or only along with others, is no column: its cost
 * can't be told, and none is made up.
 */
export function chooseTerms(rows: readonly Row[], tier: ServingTier): ChosenTerms {
  const basis: number[][] = [];
  const fitted: TermName[] = [];
  const others: Partial<Record<TermName, Term>> = {};
  for (const name of termNames) {
    const column = rows.map(({ regressors }) => regressors[name]);
    if (rows.every(({ regressors }) => isTrace(name, regressors))) {
      others[name] = withoutAny(name, rows, tier);
      continue;
    }
    const own = ownPart(column, basis);
    if (isSmall(own, column) || basis.length === rows.length) {
      others[name] = implied(name, rows, tier);
      continue;
    }
    basis.push(own);
    fitted.push(name);
  }
  return { fitted, others };
}
