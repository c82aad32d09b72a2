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
  /** Sends the next request, or as many as the protocol has in flight; only called while it rests. */
  ask(): void;
}

/** What connections and probes see of their fleet, and tell it. */
export interface FleetSide {
  readonly spec: LoadSpec;
  readonly target: LoadTarget;
  readonly request: LoadRequest;
  readonly link: LinkCounters;
  /** The next request may be sent. */
  readonly asking: boolean;
  /** Requests that one connection carries in its life. */
  readonly requestsPerConnection: number;
  /**
   * Connections are opened because a request is due, so its latency begins with the connect. Kept connections are opened
   * beforehand, and latency begins when the request is handed to the socket.
   */
  readonly opensOnDemand: boolean;
  /** The last byte of a correct answer has come. */
  answered(latencyUs: number): void;
  /** The connection can carry requests. */
  ready(connection: FleetConnection): void;
  /** Something is under way on the worker. */
  works(worker: Worker): void;
  /** Nothing is under way on the worker any more. */
  rests(worker: Worker): void;
  /** The connection is gone: spent if no failure is told, else lost. Whoever tells of a failure has counted it. */
  closed(connection: FleetConnection, failure: Failure | undefined): void;
}

/** Opens one connection of a fleet. */
export type OpenConnection = () => FleetConnection;
