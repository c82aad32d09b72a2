import type { Message } from '../../shared/tls/anatomy.ts';
import { otherSide, type Side } from '../../shared/tls/capture.ts';

/** What one side sent before the other answered. Times are µs from the connection's first byte. */
export interface Flight {
  readonly from: Side;
  readonly startUs: number;
  readonly endUs: number;
  readonly wireBytes: number;
  readonly names: readonly string[];
}

/** Time between two flights, as the end that took the times saw it. */
export interface Pause {
  readonly startUs: number;
  readonly endUs: number;
  /**
   * `own`: the observer had all that it needed and answered at the end of it, so it computed. `other`: it waited for the
   * way there, the other side's computing and the way back.
   */
  readonly kind: 'own' | 'other';
}

/** One message as a block whose width is its share of the bytes on the wire. */
export interface Block {
  /** Its place in the anatomy's list of messages. */
  readonly at: number;
  readonly from: Side;
  readonly name: string;
  readonly wireBytes: number;
  /** Where it begins, and how wide it is, as shares of all bytes that are drawn. */
  readonly start: number;
  readonly width: number;
}

export interface HandshakeDrawing {
  readonly flights: readonly Flight[];
  readonly pauses: readonly Pause[];
  readonly blocks: readonly Block[];
  readonly durationUs: number;
  /** When the answer began to come, where that is so late that the handshake would be squeezed beside it. */
  readonly lateAnswerUs: number | undefined;
}

/** An answer that takes longer than this many times the handshake before it is told in words. */
const mostStretch = 1.5;

/** After the handshake only the first application data of each side is told apart: the rest is the exchange, not its opening. */
const opening = (messages: readonly Message[]): readonly Message[] => {
  const lastOfHandshake = messages.findLastIndex(({ name }) => name === 'Finished');
  const answers = messages.findIndex(
    ({ name, from }, at) => at > lastOfHandshake && name === 'ApplicationData' && from === 'server',
  );
  return answers < 0 ? messages : messages.slice(0, answers + 1);
};

function flightsOf(messages: readonly Message[], zeroUs: number): Flight[] {
  const flights: Flight[] = [];
  for (const { from, beganUs, endedUs, wireBytes, name } of messages) {
    const last = flights.at(-1);
    if (last?.from === from) {
      const grown = { endUs: Math.max(last.endUs, endedUs - zeroUs), wireBytes: last.wireBytes + wireBytes };
      flights[flights.length - 1] = { ...last, ...grown, names: [...last.names, name] };
    } else
      flights.push({ from, startUs: beganUs - zeroUs, endUs: endedUs - zeroUs, wireBytes, names: [name] });
  }
  return flights;
}

function pausesOf(flights: readonly Flight[], seenBy: Side): Pause[] {
  return flights.slice(1).map((flight, at) => ({
    startUs: flights[at]?.endUs ?? 0,
    endUs: flight.startUs,
    kind: flight.from === otherSide(seenBy) ? 'other' : 'own',
  }));
}

function blocksOf(messages: readonly Message[]): Block[] {
  const totalBytes = messages.reduce((sum, { wireBytes }) => sum + wireBytes, 0) || 1;
  let passedBytes = 0;
  return messages.map(({ from, name, wireBytes }, at) => {
    const start = passedBytes / totalBytes;
    passedBytes += wireBytes;
    return { at, from, name, wireBytes, start, width: wireBytes / totalBytes };
  });
}

/**
 * Lays one handshake out in time and in bytes, up to the first bytes of the answer.
 * @param messages of an anatomy, in the order in which they passed
 * @param seenBy the end whose clock the times are of
 * @returns undefined when there is no message
 */
export function toHandshakeDrawing(messages: readonly Message[], seenBy: Side): HandshakeDrawing | undefined {
  const drawn = opening(messages);
  const [first] = drawn;
  if (first === undefined) return undefined;
  const all = flightsOf(drawn, first.beganUs);
  const [before, answer] = [all.slice(0, -1), all.at(-1)];
  const untilUs = Math.max(1, ...before.map(({ endUs }) => endUs));
  const isLate = before.length > 1 && answer !== undefined && answer.endUs > mostStretch * untilUs;
  const flights = isLate ? before : all;
  return {
    flights,
    pauses: pausesOf(flights, seenBy),
    blocks: blocksOf(drawn),
    durationUs: Math.max(1, ...flights.map(({ endUs }) => endUs)),
    lateAnswerUs: isLate ? answer.startUs : undefined,
  };
}
