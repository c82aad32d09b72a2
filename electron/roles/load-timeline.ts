import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ErrorKind } from '../../shared/words.ts';
import { CaptureRecorder } from '../tap/capture-recorder.ts';
import { nowUs } from './counters.ts';
import { type ExchangeReport, exchangeH1, exchangeH2 } from './load-exchange.ts';
import type { FleetSide, Worker } from './load-side.ts';
import type { ConnectSteps } from './load-target.ts';

const EVERY_MS = 1_000;

/**
 * One request on a connection of its own, with every step timed and, on TLS, every byte taken down; it stands beside the
 * load and is not part of its latency.
 */
class TimelineProbe implements Worker, ConnectSteps, ExchangeReport {
  readonly waitingSinceMs = performance.now();
  private readonly side: FleetSide;
  private readonly onGone: () => void;
  private readonly id = randomUUID();
  private readonly socket: Socket;
  private readonly recorder: CaptureRecorder | undefined;
  private readonly connectStartUs = nowUs();
  private connectedUs = 0;
  private securedUs = 0;
  private requestSentUs = 0;
  private firstByteUs = 0;
  private secured: TLSSocket | undefined;
  private hasEnded = false;
  private endConnection: () => void = () => this.socket.destroy();

  /** @param onGone called once the connection is closed */
  constructor(side: FleetSide, onGone: () => void) {
    this.side = side;
    this.onGone = onGone;
    this.recorder = side.spec.tls && new CaptureRecorder('client');
    this.socket = this.recorder ? side.target.connectTapped(this, this.recorder) : side.target.connect(this);
    this.socket.on('error', () => this.ended(this.lossKind));
    this.socket.on('close', () => {
      this.ended(this.lossKind);
      // Here, so that tickets and alerts at the end are in it; a handshake that failed is worth a look as well.
      if (this.recorder) side.link.addCapture(this.recorder.capture());
      this.side.rests(this);
      this.onGone();
    });
    side.works(this);
  }

  onConnect(): void {
    this.connectedUs = nowUs();
    this.side.link.trackConnection(this.socket);
  }

  onReady(secured: TLSSocket | undefined): void {
    const { side } = this;
    this.securedUs = nowUs();
    this.secured = secured;
    if (secured !== undefined) {
      side.link.countHandshake(secured);
      if (side.target.refusesProtocol(secured)) {
        this.ended('protocol');
        return;
      }
    }
    const exchange = side.spec.workload.protocol === 'h1' ? exchangeH1 : exchangeH2;
    this.endConnection = exchange(side, this.socket, this.id, this);
  }

  sent(): void {
    this.requestSentUs = nowUs();
  }

  firstByte(): void {
    this.firstByteUs ||= nowUs();
  }

  ended(error: ErrorKind | undefined): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (error === undefined) {
      this.side.link.requests += 1;
      this.addLane(nowUs());
      this.endConnection();
    } else {
      this.side.link.countError(error);
      this.socket.destroy();
    }
  }

  cutOff(): void {
    this.ended('timeout');
    this.socket.destroy();
  }

  close(): void {
    this.hasEnded = true;
    this.socket.destroy();
  }

  private addLane(lastByteUs: number): void {
    const { from, to } = this.side.spec;
    const { secured } = this;
    const facts = secured && {
      securedUs: this.securedUs,
      tlsVersion: secured.getProtocol() ?? 'unknown',
      cipher: secured.getCipher().standardName,
      alpn: secured.alpnProtocol || 'none',
      resumed: secured.isSessionReused(),
    };
    this.side.link.addLane(this.id, {
      from,
      to,
      security: secured === undefined ? 'plaintext' : 'tls',
      reused: false,
      connectStartUs: this.connectStartUs,
      connectedUs: this.connectedUs,
      requestSentUs: this.requestSentUs,
      firstByteUs: this.firstByteUs,
      lastByteUs,
      ...facts,
    });
  }

  private get lossKind(): ErrorKind {
    if (this.connectedUs === 0) return 'connect';
    return this.securedUs === 0 ? 'tls' : 'reset';
  }
}

/** Sends a probe about once a second while its fleet is asking; one at a time. */
export class TimelineProbes {
  private readonly side: FleetSide;
  private timer: NodeJS.Timeout | undefined;
  private isUnderWay = false;
  private dueAtMs = Number.NEGATIVE_INFINITY;

  constructor(side: FleetSide) {
    this.side = side;
  }

  resume(): void {
    if (this.isUnderWay) return;
    this.timer ??= setTimeout(() => this.probe(), Math.max(0, this.dueAtMs - performance.now()));
  }

  /** Sends no more; a probe that is under way is left to end. */
  halt(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private probe(): void {
    this.timer = undefined;
    this.isUnderWay = true;
    this.dueAtMs = performance.now() + EVERY_MS;
    new TimelineProbe(this.side, () => {
      this.isUnderWay = false;
      if (this.side.asking) this.resume();
    });
  }
}
