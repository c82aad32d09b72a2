import type { TlsCase } from './cases.ts';
import type { MeasuredBatch } from './measured-batch.ts';
import type { Activity, Proof } from './role-calls.ts';

/**
 * Holds what a watched connection showed against what its case promises.
 * @param proof null on TCP alone
 * @returns what was found instead, undefined when all is as promised
 */
export function brokenPromise(promised: TlsCase | null, proof: Proof | null): string | undefined {
  if (promised === null || proof === null)
    return promised === proof ? undefined : 'one side speaks TLS and the other does not';
  const { version, key, group, resumed, isRetried, roundTrips } = promised;
  const facts: readonly (readonly [name: string, promised: unknown, found: unknown])[] = [
    ['the version', `TLSv${version}`, proof.version],
    // A resumed connection shows no certificate, and some runtimes tell no group.
    ['the key', key, proof.key ?? key],
    ['the group', group, proof.group ?? group],
    ['resumed', resumed, proof.resumed],
    ['a HelloRetryRequest', isRetried, proof.isRetried],
    ['round trips', roundTrips, proof.roundTrips],
  ];
  const broken = facts.find(([, wanted, found]) => wanted !== found);
  return broken && `${broken[0]}: ${broken[1]} was promised, ${broken[2]} was found`;
}

/**
 * Holds the counts of a batch, both sides' own, against the promise that every connection was full, or every one resumed.
 * @returns what was found instead, undefined when all is as promised
 */
export function brokenCount(
  promised: TlsCase | null,
  activity: Activity,
  { report, server }: MeasuredBatch,
): string | undefined {
  const connections = promised === null || activity === 'open-round-trip' ? 0 : report.count;
  const [full, resumed] = promised?.resumed ? [0, connections] : [connections, 0];
  const sides = { client: report, server };
  for (const [name, side] of Object.entries(sides)) {
    if (side.full === full && side.resumed === resumed) continue;
    return `${full} full and ${resumed} resumed handshakes were promised, the ${name} counted ${side.full} and ${side.resumed}`;
  }
  return undefined;
}
