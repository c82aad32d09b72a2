import { settingsField, settingsLink } from '../../shared/share/settings-text.ts';
import type { LabStore } from '../state/lab-store.ts';

/**
 * Takes settings out of a page's address, so that loading it again does not set them again.
 * @returns the link that they are, if there are any
 */
function takeFromAddress({ location, history }: Window): string | undefined {
  const address = new URL(location.href);
  const code = address.searchParams.get(settingsField);
  if (code === null) return undefined;
  address.searchParams.delete(settingsField);
  history.replaceState(history.state, '', address);
  return settingsLink(code);
}

/** Opens the settings that a page's address carries, once there is a host to open them. */
export function openFromAddress({ store, actions }: LabStore, window: Window): void {
  const link = takeFromAddress(window);
  if (link === undefined) return;
  const unsubscribe = store.subscribe(({ connection }) => {
    if (connection.phase !== 'connected') return;
    unsubscribe();
    actions.openSettingsText(link);
  });
}
