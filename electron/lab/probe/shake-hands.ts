import type { Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import { type Fault, LabError } from '../../../shared/fault.ts';
import { handshakeFault, type Trouble } from '../../../shared/probe/handshake-fault.ts';
import { type WireSigns, wireSigns } from '../../../shared/probe/wire-signs.ts';
import type { Side } from '../../../shared/tls/capture.ts';
import { CaptureRecorder } from '../../tap/capture-recorder.ts';
import { TappedStream } from '../../tap/tapped-stream.ts';
import { limitText, type Patience, within } from './within.ts';

/** How long a server may take to say goodbye. */
const CLOSE_MS = 200;

export interface HandshakeOptions {
  readonly context: SecureContext;
  /** Sent as SNI; empty for an address, which is never sent (RFC 6066 section 3). */
  readonly serverName: string;
  readonly session?: Buffer;
  /** Host and port, for messages. */
  readonly origin: string;
  readonly certificate: Trouble['certificate'];
  readonly patience: Patience;
}

export interface Secured {
  readonly kind: 'secured';
  readonly socket: TLSSocket;
  readonly recorder: CaptureRecorder;
  /** Sessions that the server has given so far; in TLS 1.3 they come after the handshake (RFC 8446 section 4.6.1). */
  readonly sessions: readonly Buffer[];
  readonly ocspStapled: boolean;
}

export interface NotSecured {
  readonly kind: 'failed';
  readonly fault: Fault;
  readonly signs: WireSigns;
  readonly recorder: CaptureRecorder;
}

/** What has passed so far, as it looks from outside. */
export function signsOf(recorder: CaptureRecorder): WireSigns {
  const { chunks } = recorder.capture();
  const sentBy = (side: Side) =>
    Buffer.concat(
      chunks.filter(({ from }) => from === side).map(({ base64 }) => Buffer.from(base64, 'base64')),
    );
  return wireSigns({ client: sentBy('client'), server: sentBy('server') });
}

/**
 * The number of an alert that the far end sent, encrypted ones included. OpenSSL and BoringSSL give such an error the
 * reason 1000 + number (SSL_AD_REASON_OFFSET in ssl.h), in the low 12 bits of the code that both print first.
 */
export function alertIn(error: unknown): number | undefined {
  const code = error instanceof Error ? /\berror:([0-9A-F]{8}):/i.exec(error.message)?.[1] : undefined;
  const number = code === undefined ? -1 : (Number.parseInt(code, 16) & 0xfff) - 1_000;
  return number >= 0 && number <= 255 ? number : undefined;
}

/** An error's code, or its first line: a library's message has file names in it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : (error.message.split('\n')[0] ?? '');
}

/**
 * One TLS handshake over a connection that stands. The server is not verified here: who asks decides what to make of
 * `authorizationError`, so that a bad certificate does not hide everything else.
 */
export async function shakeHands(tcp: Socket, options: HandshakeOptions): Promise<Secured | NotSecured> {
  const { context, serverName, session, origin, certificate, patience } = options;
  const recorder = new CaptureRecorder('client');
  const sessions: Buffer[] = [];
  let ocspStapled = false;
  // Of its own, since Node's types don't let `tls.connect` ask for a stapled OCSP response; Node does.
  const settings = {
    socket: new TappedStream(tcp, recorder, 'client'),
    secureContext: context,
    servername: serverName,
    session,
    ALPNProtocols: ['h2', 'http/1.1'],
    requestOCSP: true,
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  };
  const socket = tls.connect(settings);
  socket.on('keylog', recorder.addSecret);
  socket.on('session', (given: Buffer) => sessions.push(given));
  socket.on('OCSPResponse', (response: Buffer | null) => {
    ocspStapled = response !== null && response.length > 0;
  });
  const secured = new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('it closed the connection')));
  });
  const late = {
    code: 'handshake-timed-out' as const,
    message: `${origin} accepted the connection but did not finish a TLS handshake within ${limitText(patience)}: it is overloaded, or does not speak TLS on this port.`,
  };
  try {
    await within(patience, late, secured);
    return { kind: 'secured', socket, recorder, sessions, ocspStapled };
  } catch (error) {
    socket.destroy();
    const signs = signsOf(recorder);
    const trouble = { origin, signs, serverAlert: alertIn(error), reason: reasonOf(error), certificate };
    const fault = error instanceof LabError ? error.fault : handshakeFault(trouble);
    return { kind: 'failed', fault, signs, recorder };
  }
}

/** Says goodbye as TLS wants it (close_notify), and does not wait long for the answer. */
export async function closeGently(socket: TLSSocket): Promise<void> {
  if (socket.destroyed) return;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const enough = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS));
  socket.resume();
  socket.end();
  await Promise.race([closed, enough]);
  socket.destroy();
}
