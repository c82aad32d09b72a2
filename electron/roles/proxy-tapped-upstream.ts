import type { ClientTls } from '../../shared/role-api.ts';
import { CaptureRecorder } from '../tap/capture-recorder.ts';
import type { LinkCounters } from './counters.ts';
import { type Dialer, type Line, whenOpen } from './proxy-dial.ts';
import type { Exchange } from './proxy-forward.ts';
import { H1Connection } from './proxy-h1-connection.ts';
import { H2Session } from './proxy-h2-upstream.ts';

/** What the proxy offers an app behind TLS (RFC 7301); the app chooses. */
export const alpnOffer = ['h2', 'http/1.1'] as const;

interface TappedWay {
  readonly dialer: Dialer;
  readonly settings: ClientTls;
  readonly silenceMs: number;
  /** Gets the capture once the connection has ended. */
  readonly link: LinkCounters;
}

const noSecondTry = (exchange: Exchange) => exchange.fail('reset');

function startH1(line: Line, exchange: Exchange): void {
  const connection = new H1Connection(line, {
    release: (idle) => idle.close(),
    forget: () => {},
    retry: noSecondTry,
  });
  line.readByEvents();
  connection.start(exchange);
}

function startH2(line: Line, exchange: Exchange, serverName: string): void {
  const session = new H2Session(
    line,
    { retire: () => line.socket.destroy(), forward: noSecondTry, serveWaiting: () => session.http2.close() },
    serverName,
  );
  session.forward(exchange);
}

/** Takes one exchange to the app over a TLS connection of its own, whose bytes are taken down, and closes it then. */
export async function forwardTapped(exchange: Exchange, way: TappedWay): Promise<void> {
  const recorder = new CaptureRecorder('client');
  const line = way.dialer.dialTapped(way.settings, alpnOffer, recorder);
  line.socket.once('close', () => way.link.addCapture(recorder.capture()));
  const loss = await whenOpen(line, way.silenceMs);
  if (loss !== undefined) exchange.fail(loss);
  else if (!exchange.open) line.socket.destroy();
  else if (line.alpn === 'h2') startH2(line, exchange, way.settings.serverName);
  else startH1(line, exchange);
}
