import { base64Types, type ExportFile } from '../../../shared/api.ts';
import { type ChartDocument, type StandaloneSvg, standaloneSvg } from './svg-document.ts';

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The chart could not be drawn as a picture.'));
    image.src = address;
  });
}

async function rasterise({ text, width, height }: StandaloneSvg, scale: number): Promise<string> {
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = await loadImage(address);
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    // A canvas that is larger than the browser can hold gives `data:,`.
    const data = /^data:image\/png;base64,(.+)$/.exec(canvas.toDataURL('image/png'))?.[1];
    if (data !== undefined) return data;
    throw new Error(
      `A picture of ${canvas.width} × ${canvas.height} pixels is larger than this browser can draw. Choose a smaller scale, or SVG.`,
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * The chart as a picture; `data` is base64.
 * @param scale pixels of it per pixel of the window; the name tells it where it isn't 1
 * @throws Error where the browser can't draw so large a picture
 */
export async function pngFile(name: string, chart: ChartDocument, scale: number): Promise<ExportFile> {
  const data = await rasterise(standaloneSvg(chart), scale);
  return { name: scale === 1 ? `${name}.png` : `${name}-${scale}x.png`, mimeType: 'image/png', data };
}

export function svgFile(name: string, chart: ChartDocument): ExportFile {
  return { name: `${name}.svg`, mimeType: 'image/svg+xml', data: standaloneSvg(chart).text };
}

export function csvFile(name: string, csv: string): ExportFile {
  return { name: `${name}.csv`, mimeType: 'text/csv', data: csv };
}

export function markdownFile(name: string, markdown: string): ExportFile {
  return { name: `${name}.md`, mimeType: 'text/markdown', data: markdown };
}

export function jsonFile(name: string, document: object): ExportFile {
  return {
    name: `${name}.json`,
    mimeType: 'application/json',
    data: `${JSON.stringify(document, null, 2)}\n`,
  };
}

function blobOf(file: ExportFile): Blob {
  if (!base64Types.includes(file.mimeType)) return new Blob([file.data], { type: file.mimeType });
  const bytes = Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: file.mimeType });
}

/** Offers a file as a download, where the host can't save it: a page in a browser. */
export function offerDownload(file: ExportFile): void {
  const address = URL.createObjectURL(blobOf(file));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = file.name;
  anchor.click();
  // The browser has taken the address once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Copies a PNG.
 * @returns false where the page may not write pictures to the clipboard, as in the desktop window, which grants no
 * permission, or in a browser that can't
 */
export async function copyPicture(png: ExportFile): Promise<boolean> {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard) return false;
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blobOf(png) })]);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return false;
    throw error;
  }
}

/** Copies text. The desktop window denies the clipboard permission, so a selection is the second way. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const focused = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    // Whatever is outside an open dialog takes no selection.
    (focused?.closest('dialog') ?? document.body).append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    if (!copied) throw new Error('The text could not be copied.');
  }
}
