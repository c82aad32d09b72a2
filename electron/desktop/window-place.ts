import { readFileSync } from 'node:fs';
import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import { writeWholeFile } from '../host/whole-file.ts';

/** In the pixels of Electron's `screen`, which don't depend on a display's scale. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the window is when it is not maximised, and whether it is. */
export interface WindowPlace extends Rectangle {
  readonly maximised: boolean;
}

export const smallestSize = { width: 960, height: 600 } as const;
const usualSize = { width: 1360, height: 860 } as const;
/** As much of the upper edge must lie on a display, or nobody could take hold of the window. */
const grip = { width: 120, height: 32 } as const;
const savedAfterMs = 500;

const coordinate = z.number().int().min(-100_000).max(100_000);
const placeSchema = z.object({
  x: coordinate,
  y: coordinate,
  width: coordinate.min(smallestSize.width),
  height: coordinate.min(smallestSize.height),
  maximised: z.boolean(),
});

const overlap = (start: number, length: number, from: number, size: number) =>
  Math.min(start + length, from + size) - Math.max(start, from);

function canBeGripped(place: Rectangle, area: Rectangle): boolean {
  return (
    overlap(place.x, place.width, area.x, area.width) >= grip.width &&
    overlap(place.y, grip.height, area.y, area.height) >= grip.height
  );
}

/**
 * Where to open the window.
 * @param saved what was kept last time, whatever it is by now
 * @param areas the displays' work areas, the primary one first
 * @returns the place that was kept if it can be seen and reached, else the middle of the primary display
 */
export function choosePlace(saved: unknown, areas: readonly [Rectangle, ...Rectangle[]]): WindowPlace {
  const { success, data } = placeSchema.safeParse(saved);
  const area = success ? areas.find((candidate) => canBeGripped(data, candidate)) : undefined;
  if (success && area) {
    const { width, height } = data;
    return { ...data, width: Math.min(width, area.width), height: Math.min(height, area.height) };
  }
  const [primary] = areas;
  const width = Math.min(usualSize.width, primary.width);
  const height = Math.min(usualSize.height, primary.height);
  const x = primary.x + Math.round((primary.width - width) / 2);
  const y = primary.y + Math.round((primary.height - height) / 2);
  return { x, y, width, height, maximised: success && data.maximised };
}

/** What was kept last time; nothing when there is no such file or it can't be read. */
export function readPlace(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Keeps the window's place in a file whenever it has come to rest, and when the window closes. */
export function keepPlace(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    const { x, y, width, height } = window.getNormalBounds();
    const place: WindowPlace = { x, y, width, height, maximised: window.isMaximized() };
    try {
      writeWholeFile(file, JSON.stringify(place));
    } catch {
      // A place that can't be kept is worth no message: the window then opens where it does the first time.
    }
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, savedAfterMs);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
}
