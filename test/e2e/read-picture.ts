import type { Page } from 'playwright-core';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Of the four corners, 0 to 255. */
  readonly cornerAlphas: readonly number[];
  /** Different ones that were found on a grid over it. */
  readonly colours: number;
}

/** Decodes a picture in a browser and looks at it. */
export function readPicture(page: Page, address: string): Promise<Picture> {
  return page.evaluate(async (from) => {
    const image = new Image();
    image.src = from;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const at = (x: number, y: number) => (y * width + x) * 4;
    const corners = [at(0, 0), at(width - 1, 0), at(0, height - 1), at(width - 1, height - 1)];
    const colours = new Set<string>();
    for (let place = 0; place < data.length; place += 4) colours.add(data.subarray(place, place + 4).join());
    return {
      width,
      height,
      cornerAlphas: corners.map((corner) => data[corner + 3] ?? 0),
      colours: colours.size,
    };
  }, address);
}
