import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Counters, Negotiated } from '../../shared/role-api.ts';
import type { Lane } from '../../shared/timeline.ts';
import type { Capture } from '../../shared/tls/capture.ts';
import type { ErrorKind } from '../../shared/words.ts';

/** Lanes kept for a lab that doesn't fetch them: a bound, not a setting. */
const MAX_LANES = 16;
/** As with lanes; each may have some 100 KB. */
const MAX_CAPTURES = 2;
/** Reading the cipher builds objects; once in a while is enough to notice a change. */
const NEGOTIATED_EVERY_MS = 500;

/** Time on the machine's monotonic clock, µs; comparable between processes. */
export function nowUs(): number {
  return Number(process.hrtime.bigint() / 100n) / 10;
}

/** Running counts of one link; the owner adds to the fields directly, since this is on the measured path. */
export class LinkCounters {
  requests = 0;
  connectionsOpened = 0;
  handshakesFull = 0;
  handshakesResumed = 0;
  httpVersion: string | undefined;
  negotiated: Negotiated | undefined;
  /** Set by the load generator: takes the latencies recorded since the last call. */
  takeLatency: (() => string) | undefined;
  /**
   * Set by the load generator in an open loop: what was asked for up to a moment, µs. It outlives its fleet, and a fleet
   * that follows counts on from it, so that differences between reads stay right.
   */
  offeredBy: ((atUs: number) => { due: number; offeredMs: number }) | undefined;
  private readonly errors = new Map<ErrorKind, number>();
  private readonly openSockets = new Set<Socket>();
  private closedBytesIn = 0;
  private closedBytesOut = 0;
  private lanes: { id: string; lane: Lane }[] = [];
  private captures: Capture[] = [];
  private negotiatedAtMs = Number.NEGATIVE_INFINITY;

  /**
   * Counts a connection and, until it closes, its bytes: with the TCP socket under a server's TLS those on the wire (TLS
   * records included), with a client's TLS socket, the only one that Node shows there, those of the cleartext.
   */
  trackConnection(socket: Socket): void {
    this.connectionsOpened++;
    this.openSockets.add(socket);
    socket.once('close', () => {
      this.openSockets.delete(socket);
      this.closedBytesIn += socket.bytesRead;
      this.closedBytesOut += socket.bytesWritten;
    });
  }

  /** Counts a completed handshake as full or resumed, by the connection's own word, and notes what was negotiated. */
  countHandshake(socket: TLSSocket): void {
    if (socket.isSessionReused()) this.handshakesResumed++;
    else this.handshakesFull++;
    const atMs = performance.now();
    const alpn = socket.alpnProtocol || 'none';
    // A link outlives a change of the workload's protocol.
    const isKnown = this.negotiated?.alpn === alpn;
    if (isKnown && atMs - this.negotiatedAtMs < NEGOTIATED_EVERY_MS) return;
    this.negotiatedAtMs = atMs;
    this.negotiated = {
      tlsVersion: socket.getProtocol() ?? 'unknown',
      cipher: socket.getCipher().standardName,
      alpn,
      clientCertificate: socket.getPeerX509Certificate()?.subject,
    };
  }

  countError(kind: ErrorKind): void {
    this.errors.set(kind, (this.errors.get(kind) ?? 0) + 1);
  }

  addLane(id: string, lane: Lane): void {
    this.lanes.push({ id, lane });
    if (this.lanes.length > MAX_LANES) this.lanes.shift();
  }

  addCapture(capture: Capture): void {
    this.captures.push(capture);
    if (this.captures.length > MAX_CAPTURES) this.captures.shift();
  }

  /** Cumulative counts with the CPU of the process at this moment; lanes, captures and latencies are handed over once. */
  read(): Counters {
    let bytesIn = this.closedBytesIn;
    let bytesOut = this.closedBytesOut;
    for (const socket of this.openSockets) {
      bytesIn += socket.bytesRead;
      bytesOut += socket.bytesWritten;
    }
    const { lanes, captures } = this;
    this.lanes = [];
    this.captures = [];
    const cpu = process.cpuUsage();
    const atUs = nowUs();
    const offered = this.offeredBy?.(atUs);
    return {
      atUs,
      userUs: cpu.user,
      systemUs: cpu.system,
      rssBytes: process.memoryUsage.rss(),
      requests: this.requests,
      bytesIn,
      bytesOut,
      connectionsOpened: this.connectionsOpened,
      handshakes: { full: this.handshakesFull, resumed: this.handshakesResumed },
      errors: Object.fromEntries(this.errors),
      negotiated: this.negotiated,
      httpVersion: this.httpVersion,
      due: offered?.due,
      offeredMs: offered?.offeredMs,
      latency: this.takeLatency?.(),
      lanes,
      captures: captures.length === 0 ? undefined : captures,
    };
  }
}

/** The links of one process by their ids. */
export class Links {
  private readonly byId = new Map<string, LinkCounters>();

  get(linkId: string): LinkCounters {
    const known = this.byId.get(linkId);
    if (known !== undefined) return known;
    const link = new LinkCounters();
    this.byId.set(linkId, link);
    return link;
  }

  read(linkId: string): Counters {
    return this.get(linkId).read();
  }
}
