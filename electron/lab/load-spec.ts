import type { LoadSpec } from '../../shared/role-api.ts';
import type { OpenedPlan } from './link-opener.ts';

/** What the load generator is asked to do for an opened plan. */
export function loadSpec({ plan, outer, loadLinkId, service }: OpenedPlan, timeline: boolean): LoadSpec {
  const { variant, links } = plan;
  const { from, to } = links[0].hop;
  return {
    linkId: loadLinkId,
    from,
    to,
    port: outer.dialPort,
    tls: outer.trust && { ...variant.tls, ...outer.trust },
    workload: variant.workload,
    ...(service === undefined ? {} : { request: service.request }),
    // Its requests come on top of the rate, which is capped on a host that is not this machine.
    timeline: timeline && service?.caps === undefined,
  };
}
