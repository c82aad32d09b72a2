import type { ExportFile } from '../../../shared/api.ts';
import { type ChartDocument, type StandaloneSvg, standaloneSvg } from './svg-document.ts';

/** Pixels of a saved picture per pixel on the screen. */
const pictureScale = 2;

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The chart could not be drawn as a picture.'));
    image.src = address;
  });
}

async function rasterise({ text, width, height }: StandaloneSvg): Promise<string> {
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = await loadImage(address);
    const canvas = document.createElement('canvas');
    canvas.width = width * pictureScale;
    canvas.height = height * pictureScale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The chart as a picture, twice as fine as the screen; `data` is base64. */
export async function pngFile(name: string, chart: ChartDocument): Promise<ExportFile> {
  return { name: `${name}.png`, mimeType: 'image/png', data: await rasterise(standaloneSvg(chart)) };
}

export function svgFile(name: string, chart: ChartDocument): ExportFile {
  return { name: `${name}.svg`, mimeType: 'image/svg+xml', data: standaloneSvg(chart).text };
}

export function csvFile(name: string, csv: string): ExportFile {
  return { name: `${name}.csv`, mimeType: 'text/csv', data: csv };
}

export function jsonFile(name: string, document: object): ExportFile {
  return {
    name: `${name}.json`,
    mimeType: 'application/json',
    data: `${JSON.stringify(document, null, 2)}\n`,
  };
}

function blobOf(file: ExportFile): Blob {
  if (file.mimeType !== 'image/png') return new Blob([file.data], { type: file.mimeType });
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
