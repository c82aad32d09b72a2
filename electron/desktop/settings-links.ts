import type { App } from 'electron';
import { linkScheme } from '../../shared/share/settings-text.ts';

/**
 * The link that a start was given, if it was: so Windows and Linux hand it over. Nothing else of the arguments is looked
 * at, for whoever made a link may have tried to add some.
 * @param argv of this process, or of a second one
 */
export const linkAmong = (argv: readonly string[]): string | undefined =>
  argv.slice(1).find((argument) => argument.startsWith(`${linkScheme}:`));

/**
 * Hears of every link that the system hands over. Has to be called before the app is ready: macOS tells at once of the
 * link that the app was started with.
 */
export function hearLinks(app: App, open: (link: string) => void): void {
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(link);
  });
  app.on('second-instance', (_event, argv) => {
    const link = linkAmong(argv);
    if (link !== undefined) open(link);
  });
  const first = linkAmong(process.argv);
  if (first !== undefined) open(first);
  // In development the scheme would be tied to a bare Electron, which is no app of anybody's.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
}
