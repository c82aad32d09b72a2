import {
  groupList,
  type HandshakeCaseId,
  handshakeCaseIds,
  handshakeCases,
  roundTripCaseIds,
} from '../../../shared/handshake/cases.ts';
import { distances } from '../../../shared/handshake/distance.ts';
import type { HandshakeDocument } from '../../../shared/handshake/document.ts';
import type { HandshakeOptions } from '../../../shared/handshake/options.ts';
import { rowHead } from '../../../shared/handshake/rows.ts';
import { Entrant } from './entrant.ts';
import type { HandshakeRuntime } from './runtime.ts';

/** Two hundred new connections know the cost well enough for a break-even; open ones cost so little that it takes more. */
const MOST_NEW_ROUND_TRIPS = 200;
const OPEN_PER_NEW = 10;

export type LeftOut = HandshakeDocument['leftOut'][number];

const chosenOf = ({ cases }: HandshakeOptions): readonly HandshakeCaseId[] =>
  handshakeCaseIds.filter((id) => cases === undefined || cases.includes(id));

/** Those of the chosen cases that are also measured by round trips and over distances. */
const chosenRoundTrips = (options: HandshakeOptions) =>
  roundTripCaseIds.filter((id) => chosenOf(options).includes(id));

async function whyLeftOut(id: HandshakeCaseId, runtime: HandshakeRuntime): Promise<LeftOut | undefined> {
  const needs = handshakeCases[id]?.needs;
  if (needs === undefined || (await runtime.hasGroups(groupList([needs.group])))) return undefined;
  const { name, version, tls } = runtime.runtime;
  const message = `${id} is left out: ${name} ${version} with ${tls} has no ${groupList([needs.group])}; ${needs.from} has it.`;
  return { ...rowHead(id, runtime.runtime), fault: { code: 'not-in-runtime', message } };
}

/** Every chosen case on a runtime that has what it needs, and what had to be left out. */
export async function entrantsOn(
  runtime: HandshakeRuntime,
  options: HandshakeOptions,
): Promise<{ handshakes: Entrant[]; pairs: [Entrant, Entrant][]; leftOut: LeftOut[] }> {
  const handshakes: Entrant[] = [];
  const leftOut: LeftOut[] = [];
  for (const id of chosenOf(options)) {
    const reason = await whyLeftOut(id, runtime);
    if (reason !== undefined) leftOut.push(reason);
    else
      handshakes.push(new Entrant({ case: id, activity: 'handshake', runtime, total: options.handshakes }));
  }
  const total = Math.min(options.handshakes, MOST_NEW_ROUND_TRIPS);
  const pairs = chosenRoundTrips(options).map((id): [Entrant, Entrant] => [
    new Entrant({ case: id, activity: 'new-round-trip', runtime, total }),
    new Entrant({ case: id, activity: 'open-round-trip', runtime, total: total * OPEN_PER_NEW }),
  ]);
  return { handshakes, pairs, leftOut };
}

/** The chosen cases at every distance; TCP alone would say nothing, since the wire lets its round trip pass later. */
export function distantEntrants(runtime: HandshakeRuntime, options: HandshakeOptions): Entrant[] {
  return distances.flatMap(({ rttMs, mostHandshakes }) =>
    chosenRoundTrips(options)
      .filter((id) => handshakeCases[id] !== null)
      .map((id) => {
        const total = Math.min(options.handshakes, mostHandshakes);
        return new Entrant({ case: id, activity: 'handshake', runtime, rttMs, total });
      }),
  );
}
