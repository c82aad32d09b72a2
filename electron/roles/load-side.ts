import type { LoadSpec } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import type { LoadRequest } from './load-request.ts';
import type { Failure, LoadTarget } from './load-target.ts';

/** Something that works for a fleet: a connection of it, or a timeline probe. */
export interface Worker {
  /** When the connect or the oldest request that is under way began, ms of `performance.now()`. */
  readonly waitingSinceMs: number;
  /** Gives up what is under way, each request as one `timeout`, and closes. */
  cutOff(): void;
  /** Closes and counts nothing. */
  close(): void;
}

export interface FleetConnection extends Worker {
  /** Whether it can be asked now. */
  readonly hasRoom: boolean;
  /**
   * Sends a request that was due at the given moment, from which its latency counts; only called if there is room.
   * Without a moment it sends as many as the protocol has in flight, each due as it is sent.
   */
  ask(dueMs?: number): void;
}

/** What connections and probes see of their fleet, and tell it. */
export interface FleetSide {
  readonly spec: LoadSpec;
  readonly target: LoadTarget;
  readonly request: LoadRequest;
  readonly link: LinkCounters;
  /** The fleet is under load. */
  readonly asking: boolean;
  /** Closed loop under load: whoever is answered sends the next request. In an open loop it offers itself instead. */
  readonly asksAgain: boolean;
  /** Requests that one connection carries in its life. */
  readonly requestsPerConnection: number;
  /** The last byte of a correct answer has come. */
  answered(latencyUs: number): void;
  /** Requests have waited for so long, and nobody will send them any more. */
  neverSent(waitedUs: number, requests: number): void;
  /** The connection can carry requests. */
  ready(connection: FleetConnection): void;
  /** Something is under way on the worker. */
  works(worker: Worker): void;
  /** Nothing is under way on the worker any more. */
  rests(worker: Worker): void;
  /** The connection has room for a request and doesn't ask by itself. */
  offers(connection: FleetConnection): void;
  /** The connection is gone: spent if no failure is told, else lost. Whoever tells of a failure has counted it. */
  closed(connection: FleetConnection, failure: Failure | undefined): void;
}

/**
 * Opens one connection of a fleet.
 * @param dueMs when the request was due that it is opened for, and from when that one's latency counts, connect included;
 *   absent for a kept connection, which is opened beforehand
 */
export type OpenConnection = (dueMs: number | undefined) => FleetConnection;
