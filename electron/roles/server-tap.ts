import type http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type tls from 'node:tls';
import { CaptureRecorder } from '../tap/capture-recorder.ts';
import { TappedStream } from '../tap/tapped-stream.ts';
import type { LinkCounters } from './counters.ts';

const closeAfter = (response: http.ServerResponse) => void response.setHeader('Connection', 'close');

/**
 * Takes down, when asked, the next connection that a TLS listener accepts. It passes through JavaScript and is slow
 * therefore, so it ends after its first answer; all others are left alone.
 *
 * For dialling ends that speak HTTP/1.1 only. HTTP/2 connections carry many requests, and Node can't end one without losing
 * those that are on their way: once a GOAWAY is sent, whatever stream it names, nghttp2 ignores new streams in silence.
 */
export class ServerTap {
  private readonly secure: tls.Server;
  private readonly server: http.Server;
  private readonly link: LinkCounters;
  private isArmed = false;

  /**
   * @param server gets the connections that speak HTTP/1.1
   * @param link gets the capture once the connection has ended
   */
  constructor(secure: tls.Server, server: http.Server, link: LinkCounters) {
    this.secure = secure;
    this.server = server;
    this.link = link;
  }

  /** Arms the tap, and ends a connection with its next answer, so that its pool lacks one and dials anew. */
  captureNext(): void {
    if (this.isArmed) return;
    this.isArmed = true;
    this.server.prependOnceListener('request', (_request, response) => closeAfter(response));
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
    const onRequest = (request: http.IncomingMessage, response: http.ServerResponse) => {
      if (request.socket === secured) closeAfter(response);
    };
    this.server.prependListener('request', onRequest);
    secured.once('close', () => this.server.off('request', onRequest));
  }
}
