import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import { type Fault, LabError } from '../../../shared/fault.ts';
import { certificateFaults } from '../../../shared/probe/certificate-faults.ts';
import { certificateWanted, type Trouble } from '../../../shared/probe/handshake-fault.ts';
import type { Negotiated, Probe, Resumption } from '../../../shared/probe/probe.ts';
import { sessionLifetimeS } from '../../../shared/probe/session-lifetime.ts';
import { readAnatomy, readHandshake } from '../../../shared/tls/read-anatomy.ts';
import { type TlsVersion, tlsVersions } from '../../../shared/words.ts';
import { hostOf } from '../service/service-gate.ts';
import type { Request } from './ask.ts';
import { askFor } from './ask-for.ts';
import { describeChain, otherNames } from './chain.ts';
import type { Dialler } from './dialler.ts';
import { negotiatedOf, untilGiven, verifyCodeOf } from './negotiated.ts';
import type { PhaseClock } from './phase-clock.ts';
import type { Contexts, ProbeOrder } from './probe-order.ts';
import { closeGently, type NotSecured, type Secured, shakeHands, signsOf } from './shake-hands.ts';

/** What of a probe's document connections find out, each part as soon as it is known. */
export type Found = Partial<Omit<Probe, 'problems'>> & { readonly problems: Fault[] };

/** Everything that a probe does with a server that is to speak TLS. */
export class TlsVisit {
  private readonly order: ProbeOrder;
  private readonly dialler: Dialler;
  private readonly contexts: Contexts;
  private readonly clock: PhaseClock;
  private readonly found: Found;
  /** The name or address that the certificate has to be for. */
  private readonly name: string;
  /** Once one has answered, all connections go to the same: what they find out is of one server. */
  private addresses: readonly string[] = [];

  constructor(
    order: ProbeOrder,
    contexts: Contexts,
    parts: { dialler: Dialler; clock: PhaseClock; found: Found },
  ) {
    this.order = order;
    this.contexts = contexts;
    this.dialler = parts.dialler;
    this.clock = parts.clock;
    this.found = parts.found;
    this.name = order.serverName ?? hostOf(order.url);
  }

  /** @throws LabError where nothing can be said of TLS */
  async make(addresses: readonly string[]): Promise<void> {
    this.addresses = addresses;
    const context = await this.contextToShow();
    this.clock.skip();
    const first = await this.connect(context, (phase) => this.clock.lap(phase));
    if (first.kind === 'failed') {
      this.found.anatomy = readAnatomy(first.recorder.capture());
      throw new LabError(first.fault);
    }
    try {
      await this.look(first, context);
    } finally {
      first.socket.destroy();
    }
  }

  /** Asks before it reads what the handshake brought: reading takes longer than a near server's answer. */
  private async look(first: Secured, context: SecureContext): Promise<void> {
    const { found, name } = this;
    const verifyCode = verifyCodeOf(first.socket);
    const names = otherNames(first.socket, name);
    const isVerified = verifyCode === undefined && names === undefined;
    const facts = negotiatedOf(first, name);
    this.clock.skip();
    const failure = await this.askOver(first, context, { isVerified, isH2: facts.alpn === 'h2' });
    found.tls = { ...facts, verified: isVerified, clientCertificate: this.clientCertificate(first, context) };
    await untilGiven(first);
    await closeGently(first.socket);
    const { anatomy, serverCertificates } = readHandshake(first.recorder.capture());
    found.anatomy = anatomy;
    found.chain = serverCertificates && describeChain(serverCertificates, Date.now());
    // Who breaks off a connection gives no session on it, and may all the same.
    const brokeOff =
      failure !== undefined && first.sessions.length === 0 && failure.code !== 'answer-timed-out';
    if (!brokeOff) found.resumption = await this.resumption(first, context);
    await this.tryVersions();
    const shown = { name, chain: found.chain ?? [], verifyCode, otherNames: names, nowMs: Date.now() };
    found.problems.push(...certificateFaults(shown), ...(failure === undefined ? [] : [failure]));
  }

  /** Node sends a client's certificate before it has verified the server, so a connection without one has to go first. */
  private async contextToShow(): Promise<SecureContext> {
    const { usual, withCertificate } = this.contexts;
    if (withCertificate === undefined) return usual;
    const look = await this.connect(usual);
    if (look.kind === 'failed') {
      // Such a server of TLS 1.2 ends the handshake before Node lets it be verified: it is shown the certificate as it is.
      if (look.fault.code !== 'client-certificate-wanted') throw new LabError(look.fault);
      return withCertificate;
    }
    const isTrusted =
      verifyCodeOf(look.socket) === undefined && otherNames(look.socket, this.name) === undefined;
    await closeGently(look.socket);
    return isTrusted ? withCertificate : usual;
  }

  private async connect(
    context: SecureContext,
    lap: (phase: 'tcpMs' | 'tlsMs') => void = () => {},
    session?: Buffer,
  ): Promise<Secured | NotSecured> {
    const tcp = await this.dialler.connect(this.addresses);
    lap('tcpMs');
    const address = tcp.remoteAddress ?? this.addresses[0] ?? '';
    this.found.address = address;
    this.addresses = [address];
    const handshake = await shakeHands(tcp, {
      context,
      session,
      serverName: isIP(this.name) === 0 ? this.name : '',
      origin: this.dialler.origin,
      certificate: this.certificateIn(context),
      limitMs: this.order.limitMs,
    });
    if (handshake.kind === 'secured') lap('tlsMs');
    return handshake;
  }

  /** @returns why there was no answer, or none that counts */
  private async askOver(
    first: Secured,
    context: SecureContext,
    { isVerified, isH2 }: { isVerified: boolean; isH2: boolean },
  ): Promise<Fault | undefined> {
    const { origin } = this.dialler;
    const { url, limitMs } = this.order;
    // What was typed behind the host may be meant for one server only: nobody else gets to see it.
    const path = isVerified ? `${url.pathname}${url.search}` : '/';
    const certificate = this.certificateIn(context);
    const request: Request = { url, path, protocol: isH2 ? 'h2' : 'h1', limitMs };
    const asked = await askFor(first.socket, request, this.clock, () => ({
      origin,
      signs: signsOf(first.recorder),
      certificate,
    }));
    if (asked.kind === 'silent') return asked.fault;
    this.found.answer = asked.answer;
    // nginx completes the handshake and refuses by HTTP.
    const isRefused = asked.answer.status === 400 && this.clientCertificate(first, context) === 'asked';
    return isRefused ? certificateWanted({ origin, certificate }, 'answered with status 400') : undefined;
  }

  private clientCertificate({ recorder }: Secured, context: SecureContext): Negotiated['clientCertificate'] {
    if (!signsOf(recorder).clientCertificateAsked) return 'not-asked';
    return this.certificateIn(context) === 'shown' ? 'shown' : 'asked';
  }

  private certificateIn(context: SecureContext): Trouble['certificate'] {
    if (context === this.contexts.withCertificate) return 'shown';
    return this.contexts.withCertificate === undefined ? 'none' : 'kept-back';
  }

  private async resumption({ sessions }: Secured, context: SecureContext): Promise<Resumption> {
    const session = sessions.at(-1);
    if (session === undefined) return { offered: false };
    const lifetimeS = sessionLifetimeS(session);
    const second = await this.connectOrNot(context, session);
    if (second?.kind !== 'secured') return { offered: true, lifetimeS };
    const worked = second.socket.isSessionReused();
    await closeGently(second.socket);
    return { offered: true, lifetimeS, worked };
  }

  private async tryVersions(): Promise<void> {
    const versions: Partial<Record<TlsVersion, boolean>> = {};
    for (const version of tlsVersions) {
      const tried = await this.connectOrNot(this.contexts.pinned[version]);
      if (tried === undefined) continue;
      if (tried.kind === 'failed') {
        const { signs, fault } = tried;
        if (!fault.code.endsWith('timed-out')) {
          versions[version] = signs.hasServerHello && fault.code !== 'no-common-version';
        }
        continue;
      }
      versions[version] = true;
      await closeGently(tried.socket);
    }
    this.found.versions = versions;
  }

  /** @returns undefined where TCP does not connect any more: what is known by then stands */
  private async connectOrNot(
    context: SecureContext,
    session?: Buffer,
  ): Promise<Secured | NotSecured | undefined> {
    try {
      return await this.connect(context, undefined, session);
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      this.found.problems.push(error.fault);
      return undefined;
    }
  }
}
