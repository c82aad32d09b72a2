import type { Series } from '../../shared/series.ts';
import type { Anatomy } from '../../shared/tls/anatomy.ts';
import type { Side } from '../../shared/tls/capture.ts';
import type { HopView } from '../state/anatomy-selectors.ts';

/** Handshakes taken apart, as a file for other programs. Secrets are not in it. */
export interface AnatomyDocument {
  readonly schema: 'tls-cost-lab/anatomy@1';
  readonly topology: Series['topology'] | undefined;
  readonly proxy: Series['proxy'] | undefined;
  readonly hops: readonly {
    readonly from: string;
    readonly to: string;
    readonly takenAt: string;
    /** Whose clock the times are of. */
    readonly seenBy: Side;
    readonly anatomy: Anatomy;
  }[];
}

export function anatomyDocument(series: Series | undefined, hops: readonly HopView[]): AnatomyDocument {
  return {
    schema: 'tls-cost-lab/anatomy@1',
    topology: series?.topology,
    proxy: series?.proxy,
    hops: hops.flatMap((view) => {
      if (view.kind !== 'handshake') return [];
      const { hop, seenBy, anatomy } = view;
      const takenAt = new Date(view.takenAtMs).toISOString();
      return [{ from: hop.from, to: hop.to, takenAt, seenBy, anatomy }];
    }),
  };
}
