/** Where a window is on its screen, in pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The one screen there is. */
export const screenBounds: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 };

export const isSameRectangle = (a: Rectangle, b: Rectangle) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

type Shape = 'normal' | 'minimized' | 'maximized' | 'full-screen';

/** Size and place of a window: kept here, for a headless page has only a viewport. */
export class WindowPlace {
  private normal: Rectangle;
  private shape: Shape = 'normal';

  constructor(start: Partial<Rectangle>) {
    const { width = 800, height = 600 } = start;
    const centred = { x: (screenBounds.width - width) / 2, y: (screenBounds.height - height) / 2 };
    this.normal = { ...centred, ...start, width, height };
  }

  get normalBounds(): Rectangle {
    return { ...this.normal };
  }

  get bounds(): Rectangle {
    return this.is('maximized') || this.is('full-screen') ? { ...screenBounds } : this.normalBounds;
  }

  is(shape: Shape): boolean {
    return this.shape === shape;
  }

  become(shape: Shape): void {
    this.shape = shape;
  }

  move(to: Partial<Rectangle>): void {
    this.normal = { ...this.normal, ...to };
    this.shape = 'normal';
  }
}
