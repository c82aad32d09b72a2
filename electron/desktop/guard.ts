import type { Event, Session, WebContents, WebFrameMain } from 'electron';
import { isOwnAddress } from './protocol.ts';

/**
 * Whether a message may be heard: it comes from the window's top frame, and that shows a page of ours. A frame that has
 * gone meanwhile is `null`.
 */
export function isOwnFrame(sender: Pick<WebFrameMain, 'url'> | null, mainFrame: object): boolean {
  return sender !== null && sender === mainFrame && isOwnAddress(sender.url);
}

/** Keeps a page where it is: it goes to no other address, opens no window and holds no other page. */
export function keepInPlace(contents: WebContents): void {
  const refuse = (event: Event) => event.preventDefault();
  contents.on('will-navigate', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-attach-webview', refuse);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Grants no permission: the page needs none. Files are saved by the host, so nothing is downloaded either. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}
