import type { Dialer, Line } from './proxy-dial.ts';
import type { Exchange } from './proxy-forward.ts';
import { type ConnectionPool, H1Connection } from './proxy-h1-connection.ts';

const MAX_IDLE = 1_000;
/** Idle connections are those of past load: later readings of the memory would contain them. */
const IDLE_LIMIT_MS = 60_000;
/** Silence is counted in sweeps over all connections: a timer for each request would cost more than the rest of it. */
export const SWEEPS_PER_SILENCE = 8;

/** Takes exchanges to the app and brings back what it says. */
export interface UpstreamSide {
  forward(exchange: Exchange): void;
}

/** Connections to one app over HTTP/1.1, as many as there are requests; the one used last is used first. */
export class H1Upstream implements UpstreamSide, ConnectionPool {
  private readonly dialer: Dialer;
  private readonly idle: H1Connection[] = [];
  private readonly all = new Set<H1Connection>();

  /**
   * @param silenceMs how long the app may stay silent; found out at most an eighth later
   * @param idleLimitMs how long a connection without work stays open; found out just as late
   */
  constructor(dialer: Dialer, silenceMs: number, idleLimitMs = IDLE_LIMIT_MS) {
    this.dialer = dialer;
    const everyMs = silenceMs / SWEEPS_PER_SILENCE;
    const maxIdleSweeps = Math.ceil(idleLimitMs / everyMs);
    setInterval(() => {
      for (const connection of this.all) connection.sweep(SWEEPS_PER_SILENCE, maxIdleSweeps);
    }, everyMs).unref();
  }

  forward(exchange: Exchange): void {
    if (exchange.open) (this.idle.pop() ?? this.open()).start(exchange);
  }

  retry(exchange: Exchange): void {
    exchange.retried = true;
    this.open().start(exchange);
  }

  /** Takes a connection that is open already. */
  adopt(line: Line): void {
    const connection = new H1Connection(line, this);
    this.all.add(connection);
    this.idle.push(connection);
  }

  release(connection: H1Connection): void {
    this.idle.push(connection);
    if (this.idle.length > MAX_IDLE) this.idle.shift()?.close();
  }

  forget(connection: H1Connection): void {
    if (!this.all.delete(connection)) return;
    const at = this.idle.lastIndexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
  }

  private open(): H1Connection {
    const connection = new H1Connection(this.dialer.dial(['http/1.1']), this);
    this.all.add(connection);
    return connection;
  }
}
