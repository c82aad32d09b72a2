import type { ClientTls } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import { Dialer, type Upstream, whenOpen } from './proxy-dial.ts';
import type { Exchange } from './proxy-forward.ts';
import { H1Upstream, type UpstreamSide } from './proxy-h1-upstream.ts';
import { H2Upstream } from './proxy-h2-upstream.ts';
import { alpnOffer, forwardTapped } from './proxy-tapped-upstream.ts';

/** The way to the app that a listener forwards to. */
export interface OpenedUpstream extends UpstreamSide {
  /** Takes down the connection that the next marked request goes over; nothing to take down on plaintext. */
  captureNext?(): void;
}

/** An app behind TLS: the first connection offers both protocols, and what the app chooses there is used from then on. */
class NegotiatedUpstream implements OpenedUpstream {
  readonly dialer: Dialer;
  readonly settings: ClientTls;
  readonly silenceMs: number;
  readonly link: LinkCounters;
  private isArmed = false;
  private chosen: UpstreamSide | undefined;
  private waiting: Exchange[] = [];
  private isOpening = false;

  /** @param link gets what is taken down */
  constructor(dialer: Dialer, settings: ClientTls, silenceMs: number, link: LinkCounters) {
    this.dialer = dialer;
    this.settings = settings;
    this.silenceMs = silenceMs;
    this.link = link;
  }

  captureNext(): void {
    this.isArmed = true;
  }

  forward(exchange: Exchange): void {
    if (this.isArmed && exchange.timer !== undefined) {
      this.isArmed = false;
      void forwardTapped(exchange, this);
    } else if (this.chosen !== undefined) this.chosen.forward(exchange);
    else {
      this.waiting.push(exchange);
      if (!this.isOpening) void this.choose();
    }
  }

  private async choose(): Promise<void> {
    this.isOpening = true;
    const line = this.dialer.dial(alpnOffer);
    const loss = await whenOpen(line, this.silenceMs);
    this.isOpening = false;
    if (loss === undefined) {
      const upstream =
        line.alpn === 'h2'
          ? new H2Upstream(this.dialer, this.settings.serverName, this.silenceMs)
          : new H1Upstream(this.dialer, this.silenceMs);
      upstream.adopt(line);
      this.chosen = upstream;
    }
    for (const exchange of this.waiting.splice(0)) {
      if (loss === undefined) this.forward(exchange);
      else exchange.fail(loss);
    }
  }
}

/**
 * Opens the way to the app that a listener forwards to; no connection is made before the first request.
 * @param link of the listener
 * @param upstreamLink counts handshakes with the app, if anybody asks for them
 */
export function openUpstream(
  upstream: Upstream,
  link: LinkCounters,
  upstreamLink?: LinkCounters,
): OpenedUpstream {
  const dialer = new Dialer(upstream, upstreamLink);
  if (upstream.tls === undefined) return new H1Upstream(dialer, upstream.silenceMs);
  return new NegotiatedUpstream(dialer, upstream.tls, upstream.silenceMs, link);
}
