import { z } from 'zod';
import type {
  ClientTls,
  ListenSpec,
  ProxyListenSpec,
  ServerTls,
  WireListenSpec,
} from '../../shared/role-api.ts';
import type { Engine, ServingTier } from '../../shared/words.ts';
import { type Identity, type Pki, serverName } from './pki.ts';
import type { Plan, PlannedLink } from './plan.ts';

/** How long the app may stay silent before the proxy answers 504. */
const SILENCE_MS = 10_000;

/** A process that can be asked to listen. */
export type ListeningRole = ServingTier | 'wire';
export type Listen = (
  role: ListeningRole,
  engine: Engine,
  spec: ListenSpec | ProxyListenSpec | WireListenSpec,
) => Promise<unknown>;

interface OpenLink {
  readonly tier: ServingTier;
  readonly engine: Engine;
  /** The id under which the role counts; it changes when the upstream's port does. */
  readonly roleLinkId: string;
  readonly port: number;
  /** Of the certificate that whoever dials is shown: where bytes are passed on, of the one further in. */
  readonly caPem: string | undefined;
  /** What must be shown to it, where it asks who dials. */
  readonly client: Identity['client'] | undefined;
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
}

const listening = z.object({ port: z.int() });

/** Opens a plan's listeners, innermost first, and remembers which are open. */
export class LinkOpener {
  private readonly pki: Pki;
  private readonly listen: Listen;
  private readonly byRoleLinkId = new Map<string, OpenLink>();
  private readonly wirePorts = new Map<string, number>();

  /** @param listen calls `listen` of the role that plays a tier, or of the wire */
  constructor(pki: Pki, listen: Listen) {
    this.pki = pki;
    this.listen = listen;
  }

  async open(plan: Plan): Promise<OpenedPlan> {
    const links: ReachableLink[] = [];
    let inner: ReachableLink | undefined;
    for (const link of [...plan.links].reverse()) {
      inner = await this.reach(link, await this.openLink(link, inner));
      links.unshift(inner);
    }
    const outer = links[0];
    if (outer === undefined) throw new RangeError('A plan has at least one link.');
    return { plan, outer, links, loadLinkId: `load>${outer.dialPort}>${plan.lane}` };
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

  private async reach({ rttMs }: PlannedLink, open: OpenLink): Promise<ReachableLink> {
    if (rttMs === undefined) return { ...open, dialPort: open.port, wireLinkId: undefined };
    const wireLinkId = `wire/${rttMs}>${open.port}`;
    const known = this.wirePorts.get(wireLinkId);
    if (known !== undefined) return { ...open, dialPort: known, wireLinkId };
    const spec: WireListenSpec = { linkId: wireLinkId, targetPort: open.port, delayMs: rttMs / 2 };
    const { port } = listening.parse(await this.listen('wire', 'builtin', spec));
    this.wirePorts.set(wireLinkId, port);
    return { ...open, dialPort: port, wireLinkId };
  }

  private async openLink(link: PlannedLink, inner: ReachableLink | undefined): Promise<OpenLink> {
    // A restarted upstream has another port: whoever forwards to the old one needs a new listener.
    const roleLinkId = inner === undefined ? link.linkId : `${link.linkId}>${inner.dialPort}`;
    const known = this.byRoleLinkId.get(roleLinkId);
    if (known !== undefined) return known;
    const identity = link.tls === undefined ? undefined : await this.pki.identity(link.tls.key);
    const spec = this.specOf(link, roleLinkId, identity, inner);
    const { port } = listening.parse(await this.listen(link.hop.to, link.engine, spec));
    const caPem = identity?.caPem ?? (link.layer === 'tcp' ? inner?.caPem : undefined);
    const client = link.hop.mutual ? identity?.client : undefined;
    const opened = { tier: link.hop.to, engine: link.engine, roleLinkId, port, caPem, client };
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
      link.upstream.tls && inner.caPem !== undefined
        ? { ...link.upstream.tls, caPem: inner.caPem, serverName, own: inner.client }
        : undefined;
    const { from, to } = link.upstream.hop;
    return {
      ...spec,
      layer: link.layer,
      upstream: { from, to, port: inner.dialPort, tls: upstreamTls, silenceMs: SILENCE_MS },
    };
  }
}
