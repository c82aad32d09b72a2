import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium that tests drive: CHROMIUM_BIN if set, else the system's; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_BIN;
  return (named ? [named] : usualPlaces).find((place) => existsSync(place));
}
