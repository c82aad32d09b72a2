import { EventEmitter } from 'node:events';
import { isReady } from '../chromium.ts';
import { refuseMissing, refuseOtherEvents } from '../refuse-missing.ts';
import { nativeImage } from './native-image.ts';
import { type Rectangle, screenBounds } from './window-place.ts';

/** Hands nothing to the desktop: says on stderr what would have been opened. */
export const shell = refuseMissing('shell', {
  async openExternal(url: string) {
    console.error(`electron stand-in: would open ${new URL(url).href}`);
  },
  async openPath(file: string) {
    console.error(`electron stand-in: would open ${file}`);
    return '';
  },
  showItemInFolder(file: string) {
    console.error(`electron stand-in: would show ${file}`);
  },
});

let text = '';
let image = nativeImage.createEmpty();

/** A clipboard of this process alone. */
export const clipboard = refuseMissing('clipboard', {
  writeText(value: string) {
    text = value;
  },
  readText: () => text,
  writeImage(value: typeof image) {
    image = value;
  },
  readImage: () => image,
  clear() {
    text = '';
    image = nativeImage.createEmpty();
  },
});

const display = {
  id: 1,
  label: 'stand-in',
  scaleFactor: 1,
  rotation: 0,
  bounds: screenBounds,
  workArea: screenBounds,
  size: { width: screenBounds.width, height: screenBounds.height },
  workAreaSize: { width: screenBounds.width, height: screenBounds.height },
};

function theDisplay() {
  if (!isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event");
  return { ...display };
}

const screenEmitter = new EventEmitter();
refuseOtherEvents('screen', screenEmitter, ['display-added', 'display-removed', 'display-metrics-changed']);

export const screen = refuseMissing(
  'screen',
  Object.assign(screenEmitter, {
    getPrimaryDisplay: theDisplay,
    getAllDisplays: () => [theDisplay()],
    getDisplayMatching: (_bounds: Rectangle) => theDisplay(),
    getDisplayNearestPoint: (_point: { x: number; y: number }) => theDisplay(),
  }),
);
