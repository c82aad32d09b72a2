import type { ClientTls } from '../../shared/role-api.ts';
import type { LinkCounters } from './counters.ts';
import { Dialer, type Upstream, whenOpen } from './proxy-dial.ts';
import type { Exchange } from './proxy-forward.ts';
import { H1Upstream, type UpstreamSide } from './proxy-h1-upstream.ts';
import { H2Upstream } from './proxy-h2-upstream.ts';

/** An app behind TLS: the first connection offers both protocols, and what the app chooses there is used from then on. */
class NegotiatedUpstream implements UpstreamSide {
  private readonly dialer: Dialer;
  private readonly settings: ClientTls;
  private readonly silenceMs: number;
  private chosen: UpstreamSide | undefined;
  private waiting: Exchange[] = [];
  private isOpening = false;

  constructor(dialer: Dialer, settings: ClientTls, silenceMs: number) {
    this.dialer = dialer;
    this.settings = settings;
    this.silenceMs = silenceMs;
  }

  forward(exchange: Exchange): void {
    if (this.chosen !== undefined) this.chosen.forward(exchange);
    else {
      this.waiting.push(exchange);
      if (!this.isOpening) void this.choose();
    }
  }

  private async choose(): Promise<void> {
    this.isOpening = true;
    const line = this.dialer.dial(['h2', 'http/1.1']);
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
 * @param link counts handshakes with the app, if anybody asks for them
 */
export function openUpstream(upstream: Upstream, link?: LinkCounters): UpstreamSide {
  const dialer = new Dialer(upstream, link);
  if (upstream.tls === undefined) return new H1Upstream(dialer, upstream.silenceMs);
  return new NegotiatedUpstream(dialer, upstream.tls, upstream.silenceMs);
}
