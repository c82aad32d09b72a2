import type http from 'node:http';
import { constants, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type tls from 'node:tls';
import { CaptureRecorder } from '../tap/capture-recorder.ts';
import { TappedStream } from '../tap/tapped-stream.ts';
import type { LinkCounters } from './counters.ts';

/** The servers behind a listener; which one gets a connection is ALPN's choice. */
export interface HttpServers {
  readonly h1: http.Server;
  readonly h2: Http2Server;
}

/** A stream's highest possible number: the notice that comes before a GOAWAY names it, so that no request is refused (RFC 9113 §6.8). */
const ANY_STREAM = 2 ** 31 - 1;
const CLOSES_AFTER_MS = 1_000;

function closeSoon(session: ServerHttp2Session): void {
  session.goaway(constants.NGHTTP2_NO_ERROR, ANY_STREAM);
  setTimeout(() => session.close(), CLOSES_AFTER_MS).unref();
}

const closeAfter = (response: http.ServerResponse) => void response.setHeader('Connection', 'close');

/**
 * Takes down, when asked, the next connection that a TLS listener accepts. It passes through JavaScript and is slow
 * therefore, so it ends after its first answer; all others are left alone.
 */
export class ServerTap {
  private readonly secure: tls.Server;
  private readonly servers: HttpServers;
  private readonly link: LinkCounters;
  private isArmed = false;
  private lastSession: ServerHttp2Session | undefined;

  /** @param link gets the capture once the connection has ended */
  constructor(secure: tls.Server, servers: HttpServers, link: LinkCounters) {
    this.secure = secure;
    this.servers = servers;
    this.link = link;
    servers.h2.on('session', (session) => {
      this.lastSession = session;
    });
  }

  /** Arms the tap, and asks one of those that are connected to make a new connection. */
  captureNext(): void {
    if (this.isArmed) return;
    this.isArmed = true;
    const session = this.lastSession;
    if (session !== undefined && !session.closed) closeSoon(session);
    else this.servers.h1.prependOnceListener('request', (_request, response) => closeAfter(response));
  }

  /** What TLS is to be spoken over. */
  over(socket: Socket): Duplex {
    if (!this.isArmed) return socket;
    this.isArmed = false;
    const recorder = new CaptureRecorder('server');
    let endOnce = (secured: tls.TLSSocket) => {
      endOnce = () => {};
      this.endAfterAnswer(secured);
    };
    // Node asks once per connection, when it begins, whether anybody listens; the line's client random tells whose it is.
    const onKeyLog = (line: Buffer, secured: tls.TLSSocket) => {
      if (!recorder.owns(line)) return;
      recorder.addSecret(line);
      endOnce(secured);
    };
    this.secure.on('keylog', onKeyLog);
    socket.once('close', () => {
      this.secure.off('keylog', onKeyLog);
      this.link.addCapture(recorder.capture());
    });
    return new TappedStream(socket, recorder, 'server');
  }

  private endAfterAnswer(secured: tls.TLSSocket): void {
    const { secure, servers } = this;
    const onRequest = (request: http.IncomingMessage, response: http.ServerResponse) => {
      if (request.socket === secured) closeAfter(response);
    };
    const onSecured = (socket: tls.TLSSocket) => {
      if (socket !== secured) return;
      secure.off('secureConnection', onSecured);
      if (secured.alpnProtocol === 'h2') {
        servers.h2.once('session', (session) => session.once('stream', () => closeSoon(session)));
      }
    };
    secure.prependListener('secureConnection', onSecured);
    servers.h1.prependListener('request', onRequest);
    secured.once('close', () => {
      secure.off('secureConnection', onSecured);
      servers.h1.off('request', onRequest);
    });
  }
}
