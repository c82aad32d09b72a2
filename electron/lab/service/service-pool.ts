import { createHash } from 'node:crypto';
import type { RoleState } from '../../../shared/api.ts';
import { type Fault, LabError, toFault } from '../../../shared/fault.ts';
import type { EngineFacts } from '../../../shared/result.ts';
import type { LoadRequestSpec } from '../../../shared/role-api.ts';
import {
  appHopSecurity,
  assertServes,
  type ConfirmedHost,
  type Service,
  type ServiceFacts,
  serviceUrl,
} from '../../../shared/service.ts';
import type { Variant } from '../../../shared/variant.ts';
import type { Keeper } from '../keeper.ts';
import type { TreeUsage } from '../process-tree.ts';
import { type Caps, hostOf, type ServiceGate } from './service-gate.ts';
import { answering, assertFree, type Place, portOf, untilAnswering } from './service-place.ts';
import { firstAnswer } from './service-probe.ts';
import { assertListens, type RunningService, runningService } from './service-process.ts';
import { requestOf, type Trust, trustOf } from './service-request.ts';

/** A service that has answered once, as whoever is before it sees it. */
export interface OpenService {
  readonly address: string;
  readonly port: number;
  readonly trust: Trust | undefined;
  /** Different for services that are trusted differently: whoever forwards to one can't forward to the other. */
  readonly trustKey: string;
  readonly request: LoadRequestSpec;
  readonly facts: ServiceFacts;
  readonly caps: Caps | undefined;
}

export interface ServicePoolOptions {
  readonly gate: ServiceGate;
  readonly keeper: Keeper;
  readonly onState: (state: RoleState) => void;
  /** Told when a service that the lab had started has ended and nobody had asked it to. */
  readonly onEnded: (fault: Fault) => void;
  /** Told when no more load may go to a host. */
  readonly onTimeOver: () => void;
}

const unusable = (message: string) => new LabError({ code: 'service-unusable', message, role: 'service' });

/** The service of the user's own that plays the app: at most one at a time, measured as a real engine is. */
export class ServicePool {
  private readonly options: ServicePoolOptions;
  private running: RunningService | undefined;
  private runningKey: string | undefined;
  /** It has listened; before, whoever waits for that tells of its end. */
  private hasListened = false;
  /** Services are opened one after the other. */
  private tail: Promise<void> = Promise.resolve();
  /** Opened since the measurement began: what is known of a service may be another's by the next. */
  private readonly opened = new Map<string, OpenService>();

  constructor(options: ServicePoolOptions) {
    this.options = options;
  }

  /** The user has said yes to load on a host. */
  confirm(host: ConfirmedHost): void {
    this.options.gate.confirm(host);
  }

  /** A measurement begins that the user has asked for. */
  begin(): void {
    this.options.gate.begin();
    this.opened.clear();
  }

  /**
   * Looks whether variants may be measured at all, before anything is sent for any of them.
   * @throws LabError as `ServiceGate.admit`; `bad-service` when the service lacks a URL that one of them needs
   */
  async admit(variants: readonly Variant[]): Promise<void> {
    for (const variant of variants) {
      const { service, workload } = variant;
      if (service === undefined) continue;
      assertServes(
        service,
        variants.map(({ topology }) => topology),
      );
      this.options.gate.assertMayStart(service);
      await this.options.gate.admit(service, appHopSecurity(variant.topology), workload);
      assertVerifiable(variant, service);
    }
  }

  /**
   * Finds or starts the service that a variant measures, and asks it once.
   * @throws LabError as `admit`; `bad-service` of a process that isn't its own; `service-unusable` when it doesn't answer
   */
  open(variant: Variant, service: Service): Promise<OpenService> {
    // A change of the settings may come while the former ones are still being opened: a command must not start twice.
    const opening = this.tail.then(() => this.openNext(variant, service));
    this.tail = opening.then(
      () => {},
      () => {},
    );
    return opening;
  }

  private async openNext(variant: Variant, service: Service): Promise<OpenService> {
    await this.admit([variant]);
    const security = appHopSecurity(variant.topology);
    const url = serviceUrl(service, security);
    if (url === undefined) throw new RangeError('A service that was admitted has this URL.');
    const admission = await this.options.gate.admit(service, security, variant.workload);
    if (admission.caps !== undefined) this.options.gate.startClock(admission.caps);
    const place = { url, port: portOf(url), admission };
    await this.ensureProcess(service, place);
    const key = JSON.stringify([service, security, variant.tls.version]);
    const known = this.opened.get(key) ?? (await this.ask(variant, service, place));
    this.opened.set(key, known);
    return known;
  }

  /** @throws LabError `role-crashed` when its process is gone; undefined where it isn't known */
  usage(): TreeUsage | undefined {
    if (this.running === undefined && this.runningKey === undefined) return undefined;
    const usage = this.running?.tree.read();
    if (usage !== undefined) return usage;
    throw new LabError({
      code: 'role-crashed',
      message: 'The process of your service is gone.',
      role: 'service',
    });
  }

  /** @throws LabError `time-cap-reached` when load on a host that is not this machine has lasted long enough */
  assertInTime(service: OpenService | undefined): void {
    if (service?.caps === undefined) return;
    try {
      this.options.gate.assertInTime(service.caps);
    } catch (error) {
      this.options.onTimeOver();
      throw error;
    }
  }

  async dispose(): Promise<void> {
    await this.stopProcess();
  }

  private async ask(variant: Variant, service: Service, place: Place): Promise<OpenService> {
    const { url, port, admission } = place;
    const trust = await trustOf(service, appHopSecurity(variant.topology), url);
    const request = await requestOf(service, url);
    const address = await answering(place);
    if (address === undefined) {
      throw unusable(`Your service at ${url.origin} can't be reached: nobody listens there.`);
    }
    const { version } = variant.tls;
    const answerBytes = await firstAnswer({
      url,
      address,
      port,
      tls: trust && { ...trust, version },
      request,
    });
    const { anyLength, method } = service;
    return {
      address,
      port,
      trust,
      trustKey: createHash('sha256')
        .update(JSON.stringify(trust ?? ''))
        .digest('hex')
        .slice(0, 12),
      request: { ...request, answerBytes: anyLength ? undefined : answerBytes },
      facts: {
        origin: url.origin,
        method,
        path: request.path,
        requestBytes: Buffer.byteLength(request.bodyBase64, 'base64'),
        answerBytes,
        anyLength,
      },
      caps: admission.caps,
    };
  }

  private async ensureProcess(service: Service, place: Place): Promise<void> {
    const about = service.process;
    const key = about && JSON.stringify(about);
    if (key !== this.runningKey) await this.stopProcess();
    if (about === undefined) return;
    // One that the lab has not started may have been replaced, as systemd does with a unit's.
    if (this.running?.kept === undefined && this.running?.tree.read() === undefined) this.running = undefined;
    if (this.running === undefined) {
      if (about.kind === 'command') await assertFree(place);
      this.options.onState({ role: 'service', phase: 'starting' });
      this.hasListened = false;
      this.running = await this.start(about);
      this.runningKey = key;
    }
    const { running } = this;
    if (running.kept !== undefined) await untilAnswering(running, place);
    this.hasListened = true;
    assertListens(running, about, place.port);
    this.options.onState({ role: 'service', phase: 'ready', pid: running.pid });
  }

  private async start(about: NonNullable<Service['process']>): Promise<RunningService> {
    const { keeper, onState, onEnded } = this.options;
    const running = await runningService(about, keeper).catch((error: unknown) => {
      onState({ role: 'service', phase: 'failed' });
      throw error instanceof LabError
        ? error
        : unusable(`Your service did not start: ${toFault(error).message}.`);
    });
    void running.kept?.exited.then(({ code, signal, lastStderr }) => {
      // Stopped on purpose, or replaced.
      if (this.running !== running) return;
      this.running = undefined;
      this.opened.clear();
      onState({ role: 'service', phase: 'failed' });
      if (!this.hasListened) return;
      onEnded({
        code: 'role-crashed',
        message: `Your service ended with ${signal ?? `code ${code}`}; it is started again when it is needed. ${lastStderr.at(-1) ?? 'It wrote nothing.'}`,
        role: 'service',
        lastStderr,
      });
    });
    return running;
  }

  private async stopProcess(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    this.runningKey = undefined;
    this.opened.clear();
    if (running === undefined) return;
    await running.kept?.stop();
    this.options.onState({ role: 'service', phase: 'stopped' });
  }
}

/** What a service of the user's own is called among engines: the lab knows neither its version nor its TLS. */
export const serviceEngine: EngineFacts = { name: 'service', version: 'unknown', tls: 'unknown' };

/** @throws LabError `bad-service`: engines check names in certificates, not addresses */
function assertVerifiable({ topology, proxy }: Variant, service: Service): void {
  const url = serviceUrl(service, appHopSecurity(topology));
  if (proxy === 'builtin' || url?.protocol !== 'https:' || !/^[\d.]+$|:/.test(hostOf(url))) return;
  throw new LabError({
    code: 'bad-service',
    message: `${topology} with ${proxy}: it checks a name in your service's certificate, and ${url.hostname} is an address. Give the TLS URL with a name, such as localhost, that stands in the certificate.`,
    field: 'service.tlsUrl',
    given: url.origin,
    allowed: 'a URL with a name in it',
  });
}
