import type { SecureContext } from 'node:tls';
import { type Fault, LabError } from '../../../shared/fault.ts';
import { certificateFaults } from '../../../shared/probe/certificate-faults.ts';
import { certificateWanted, endsUnverified } from '../../../shared/probe/handshake-fault.ts';
import type { Negotiated } from '../../../shared/probe/probe.ts';
import { readAnatomy, readHandshake } from '../../../shared/tls/read-anatomy.ts';
import type { Request } from './ask.ts';
import { askFor } from './ask-for.ts';
import { describeChain, otherNames } from './chain.ts';
import type { Connector } from './connector.ts';
import { tryResumption, tryVersions } from './later-connections.ts';
import { negotiatedOf, untilGiven, verifyCodeOf } from './negotiated.ts';
import type { Found, Parts } from './parts.ts';
import type { PhaseClock } from './phase-clock.ts';
import type { ProbeOrder } from './probe-order.ts';
import { closeGently, type Secured, signsOf } from './shake-hands.ts';
import { isStopped } from './within.ts';

/** Everything that a probe does with a server that is to speak TLS. */
export class TlsVisit {
  private readonly order: ProbeOrder;
  private readonly connector: Connector;
  private readonly clock: PhaseClock;
  private readonly found: Found;

  constructor(order: ProbeOrder, connector: Connector, { clock, found }: Pick<Parts, 'clock' | 'found'>) {
    this.order = order;
    this.connector = connector;
    this.clock = clock;
    this.found = found;
  }

  /** @throws LabError where nothing can be said of TLS */
  async make(): Promise<void> {
    try {
      await this.meet();
    } finally {
      this.found.address = this.connector.address;
    }
  }

  private async meet(): Promise<void> {
    const context = await this.contextToShow();
    this.clock.skip();
    const first = await this.connector.connect(context, (phase) => this.clock.lap(phase));
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
    const { found } = this;
    const { name } = this.connector;
    const verifyCode = verifyCodeOf(first.socket);
    const names = otherNames(first.socket, name);
    const isVerified = verifyCode === undefined && names === undefined;
    const facts = negotiatedOf(first, name);
    this.clock.skip();
    const failure = await this.askOver(first, context, { isVerified, isH2: facts.alpn === 'h2' });
    await untilGiven(first);
    await closeGently(first.socket);
    const { anatomy, serverCertificates } = readHandshake(first.recorder.capture());
    found.anatomy = anatomy;
    found.tls = {
      ...facts,
      group: facts.group ?? anatomy.group,
      verified: isVerified,
      clientCertificate: this.clientCertificate(first, context),
    };
    found.chain = serverCertificates && describeChain(serverCertificates, Date.now());
    const shown = { name, chain: found.chain ?? [], verifyCode, otherNames: names, nowMs: Date.now() };
    found.problems.push(...certificateFaults(shown), ...(failure === undefined ? [] : [failure]));
    if (failure !== undefined && isStopped(failure)) return;
    // Who breaks off a connection gives no session on it, and may all the same.
    const brokeOff =
      failure !== undefined && first.sessions.length === 0 && failure.code !== 'answer-timed-out';
    const note = (fault: Fault) => found.problems.push(fault);
    if (!brokeOff) found.resumption = await tryResumption(this.connector, first, context, note);
    found.versions = await tryVersions(this.connector, facts.version, note);
  }

  /** Node sends a client's certificate before it has verified the server, so a connection without one has to go first. */
  private async contextToShow(): Promise<SecureContext> {
    const { usual, withCertificate } = this.connector.contexts;
    if (withCertificate === undefined) return usual;
    const look = await this.connector.connect(usual);
    if (look.kind === 'failed') {
      // Such a server ends the handshake before Node lets it be verified: it is shown the certificate as it is.
      if (!endsUnverified(look)) throw new LabError(look.fault);
      return withCertificate;
    }
    const isTrusted =
      verifyCodeOf(look.socket) === undefined && otherNames(look.socket, this.connector.name) === undefined;
    await closeGently(look.socket);
    return isTrusted ? withCertificate : usual;
  }

  /** @returns why there was no answer, or none that counts */
  private async askOver(
    first: Secured,
    context: SecureContext,
    { isVerified, isH2 }: { isVerified: boolean; isH2: boolean },
  ): Promise<Fault | undefined> {
    const { origin } = this.connector;
    const { url } = this.order;
    // What was typed behind the host may be meant for one server only: nobody else gets to see it.
    const path = isVerified ? `${url.pathname}${url.search}` : '/';
    const certificate = this.connector.certificateIn(context);
    const request: Request = { url, path, protocol: isH2 ? 'h2' : 'h1', patience: this.order };
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
    return this.connector.certificateIn(context) === 'shown' ? 'shown' : 'asked';
  }
}
