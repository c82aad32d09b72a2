import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Trouble } from '../../../shared/probe/handshake-fault.ts';
import { hostOf } from '../service/service-gate.ts';
import type { Dialler } from './dialler.ts';
import type { Parts } from './parts.ts';
import type { Contexts, ProbeOrder } from './probe-order.ts';
import { type NotSecured, type Secured, shakeHands } from './shake-hands.ts';
import type { Patience } from './within.ts';

export interface ConnectorParts extends Pick<Parts, 'dialler' | 'passedOver'> {
  readonly contexts: Contexts;
  /** Tried in their order. */
  readonly addresses: readonly string[];
}

/** Makes the TLS connections of a probe, all of them to one server. */
export class Connector {
  /** The name or address that the certificate has to be for. */
  readonly name: string;
  readonly contexts: Contexts;
  private readonly dialler: Dialler;
  private readonly patience: Patience;
  private readonly passedOver: Parts['passedOver'];
  private candidates: readonly string[];
  private answering: string | undefined;

  constructor(order: ProbeOrder, parts: ConnectorParts) {
    this.name = order.serverName ?? hostOf(order.url);
    this.patience = order;
    this.contexts = parts.contexts;
    this.dialler = parts.dialler;
    this.candidates = parts.addresses;
    this.passedOver = parts.passedOver;
  }

  /** Host and port, for messages. */
  get origin(): string {
    return this.dialler.origin;
  }

  /** The address that answered, which all further connections go to: what they find out is of one server. */
  get address(): string | undefined {
    return this.answering;
  }

  /**
   * @param lap told when TCP stands, and when TLS does
   * @param session to be resumed
   * @throws LabError where TCP does not connect
   */
  async connect(
    context: SecureContext,
    lap: (phase: 'tcpMs' | 'tlsMs') => void = () => {},
    session?: Buffer,
  ): Promise<Secured | NotSecured> {
    const tcp = await this.dialler.connect(this.candidates, this.passedOver);
    lap('tcpMs');
    this.answering = tcp.remoteAddress ?? this.candidates[0] ?? '';
    this.candidates = [this.answering];
    const handshake = await shakeHands(tcp, {
      context,
      session,
      serverName: isIP(this.name) === 0 ? this.name : '',
      origin: this.origin,
      certificate: this.certificateIn(context),
      patience: this.patience,
    });
    if (handshake.kind === 'secured') lap('tlsMs');
    return handshake;
  }

  /** What a server gets to see of the client's certificate on a connection made so. */
  certificateIn(context: SecureContext): Trouble['certificate'] {
    if (context === this.contexts.withCertificate) return 'shown';
    return this.contexts.withCertificate === undefined ? 'none' : 'kept-back';
  }
}
