import type { TFunction } from 'i18next';
import type { Side } from '../../shared/tls/capture.ts';
import type { HopView } from '../state/anatomy-selectors.ts';

/** What the ends of a hop are called, in the window's language. */
export function endsOf(view: HopView, t: TFunction): Readonly<Record<Side, string>> {
  const { hop } = view;
  const known = view.kind === 'handshake' ? view.serverName : undefined;
  return { client: t(`tiers.${hop.from}`), server: known ?? t(`tiers.${hop.to}`) };
}
