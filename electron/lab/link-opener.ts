import { z } from 'zod';
import type {
  ClientTls,
  ListenSpec,
  ProxyListenSpec,
  ServerTls,
  WireListenSpec,
} from '../../shared/role-api.ts';
import type { ServingTier } from '../../shared/words.ts';
import { type Identity, type Pki, serverName } from './pki.ts';
import type { LinkEngine, Plan, PlannedLink } from './plan.ts';
import type { OpenService } from './service/service-pool.ts';
import type { Trust } from './service/service-request.ts';

/** How long the app may stay silent before the proxy answers 504. */
const SILENCE_MS = 10_000;

/** A process that can be asked to listen. */
export type ListeningRole = ServingTier | 'wire';
export type ListenSpecs = ListenSpec | ProxyListenSpec | WireListenSpec;
export type Listen = (role: ListeningRole, engine: LinkEngine, spec: ListenSpecs) => Promise<unknown>;

export type OpenServiceOf = (plan: Plan) => Promise<OpenService | undefined>;

interface OpenLink {
  readonly tier: ServingTier;
  readonly engine: LinkEngine;
  /** The id under which the role counts; it changes when the upstream's port does. */
  readonly roleLinkId: string;
  readonly port: number;
  /** How whoever dials it verifies it, where bytes are passed on the one further in; absent on plaintext. */
  readonly trust: Trust | undefined;
  /** What must be shown to it, where it asks who dials. */
  readonly client: Identity['client'] | undefined;
  /** The service of the user's own that listens. */
  readonly service: OpenService | undefined;
}

/** A link as the tier before it sees it: what to dial, which is the wire where one stands before the server. */
interface ReachableLink extends OpenLink {
  readonly dialPort: number;
  readonly wireLinkId: string | undefined;
}

/** A plan whose listeners are open. */
export interface OpenedPlan {
  readonly plan: Plan;
  readonly outer: ReachableLink;
  /** From the client inwards; as many as the plan has links. */
  readonly links: readonly ReachableLink[];
  readonly loadLinkId: string;
  /** The service of the user's own that plays the app. */
  readonly service: OpenService | undefined;
}

/** Under which the built-in proxy counts its handshakes with a service, which tells of none. */
export const upstreamLinkId = (roleLinkId: string): string => `${roleLinkId}/upstream`;

const ADDRESS = '127.0.0.1';

const serviceLink = ({ hop, linkId }: PlannedLink, service: OpenService): OpenLink => ({
  tier: hop.to,
  engine: 'service',
  roleLinkId: linkId,
  port: service.port,
  trust: service.trust,
  client: undefined,
  service,
});

const listening = z.object({ port: z.int() });

/** Opens a plan's listeners, innermost first, and remembers which are open. */
export class LinkOpener {
  private readonly pki: Pki;
  private readonly listen: Listen;
  private readonly openService: OpenServiceOf;
  private readonly byRoleLinkId = new Map<string, OpenLink>();
  private readonly wirePorts = new Map<string, number>();

  /**
   * @param listen calls `listen` of the role that plays a tier, or of the wire
   * @param openService finds the service of the user's own that plays the app
   */
  constructor(pki: Pki, listen: Listen, openService: OpenServiceOf) {
    this.pki = pki;
    this.listen = listen;
    this.openService = openService;
  }

  async open(plan: Plan): Promise<OpenedPlan> {
    const service = await this.openService(plan);
    const links: ReachableLink[] = [];
    let inner: ReachableLink | undefined;
    for (const link of [...plan.links].reverse()) {
      const open =
        link.engine === 'service' && service !== undefined
          ? serviceLink(link, service)
          : await this.openLink(link, inner);
      inner = await this.reach(link, open);
      links.unshift(inner);
    }
    const outer = links[0];
    if (outer === undefined) throw new RangeError('A plan has at least one link.');
    return { plan, outer, links, loadLinkId: `load>${outer.dialPort}>${plan.lane}`, service };
  }

  /** A role is gone, and its listeners with it. */
  forget(role: string): void {
    if (role === 'wire') this.wirePorts.clear();
    for (const [key, { tier, engine }] of this.byRoleLinkId)
      if (tier === role && engine === 'builtin') this.byRoleLinkId.delete(key);
  }

  /** A real engine is gone that served one link. */
  forgetLink(roleLinkId: string): void {
    this.byRoleLinkId.delete(roleLinkId);
  }

  /** What isn't at 127.0.0.1 is dialled by a wire alone: there is one place that reaches beyond, and it keeps to the caps. */
  private async reach({ rttMs }: PlannedLink, open: OpenLink): Promise<ReachableLink> {
    const { address: targetHost = ADDRESS, caps } = open.service ?? {};
    if (rttMs === undefined && targetHost === ADDRESS) {
      return { ...open, dialPort: open.port, wireLinkId: undefined };
    }
    const allowed = caps === undefined ? '' : `/${caps.id}`;
    const wireLinkId = `wire/${rttMs ?? 0}>${targetHost}>${open.port}${allowed}`;
    const known = this.wirePorts.get(wireLinkId);
    if (known !== undefined) return { ...open, dialPort: known, wireLinkId };
    const spec: WireListenSpec = {
      linkId: wireLinkId,
      targetHost,
      targetPort: open.port,
      delayMs: (rttMs ?? 0) / 2,
      ...(caps === undefined
        ? {}
        : { limits: { dialsPerSec: caps.ratePerSec, lifetimeMs: Math.max(0, caps.remainingMs()) } }),
    };
    const { port } = listening.parse(await this.listen('wire', 'builtin', spec));
    this.wirePorts.set(wireLinkId, port);
    return { ...open, dialPort: port, wireLinkId };
  }

  private async openLink(link: PlannedLink, inner: ReachableLink | undefined): Promise<OpenLink> {
    // A restarted upstream has another port: whoever forwards to the old one needs a new listener.
    const roleLinkId =
      inner === undefined
        ? link.linkId
        : [link.linkId, inner.dialPort, ...(inner.service ? [inner.service.trustKey] : [])].join('>');
    const known = this.byRoleLinkId.get(roleLinkId);
    if (known !== undefined) return known;
    const identity = link.tls === undefined ? undefined : await this.pki.identity(link.tls.key);
    const spec = this.specOf(link, roleLinkId, identity, inner);
    const { port } = listening.parse(await this.listen(link.hop.to, link.engine, spec));
    const own = identity && { caPem: identity.caPem, serverName };
    const opened: OpenLink = {
      tier: link.hop.to,
      engine: link.engine,
      roleLinkId,
      port,
      trust: own ?? (link.layer === 'tcp' ? inner?.trust : undefined),
      client: link.hop.mutual ? identity?.client : undefined,
      service: undefined,
    };
    this.byRoleLinkId.set(roleLinkId, opened);
    return opened;
  }

  private specOf(
    link: PlannedLink,
    linkId: string,
    identity: Identity | undefined,
    inner: ReachableLink | undefined,
  ): ListenSpec | ProxyListenSpec {
    const tls: ServerTls | undefined = link.tls &&
      identity && {
        ...link.tls,
        certPem: identity.certPem,
        keyPem: identity.keyPem,
        clientCaPem: link.hop.mutual && identity.caPem,
      };
    const spec: ListenSpec = { linkId, protocol: link.protocol, tls };
    if (link.upstream === undefined || inner === undefined) return spec;
    const upstreamTls: ClientTls | undefined =
      link.upstream.tls && inner.trust !== undefined
        ? { ...link.upstream.tls, ...inner.trust, own: inner.client }
        : undefined;
    const { from, to } = link.upstream.hop;
    return {
      ...spec,
      layer: link.layer,
      upstream: {
        from,
        to,
        port: inner.dialPort,
        tls: upstreamTls,
        ...(inner.service === undefined ? {} : { countedAs: upstreamLinkId(linkId) }),
        silenceMs: SILENCE_MS,
      },
    };
  }
}
