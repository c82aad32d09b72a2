import type { Frame } from 'playwright-core';
import { refuseMissingMembers } from '../refuse-missing.ts';
import { toOwn } from './schemes.ts';

const known = new WeakMap<Frame, WebFrameMain>();

/** A frame as the main process sees it; one object per frame, so that senders can be compared by identity. */
export class WebFrameMain {
  private readonly frame: Frame;

  private constructor(frame: Frame) {
    this.frame = frame;
  }

  static of(frame: Frame): WebFrameMain {
    const made = known.get(frame) ?? new WebFrameMain(frame);
    known.set(frame, made);
    return made;
  }

  get url(): string {
    return toOwn(this.frame.url());
  }

  get origin(): string {
    return /^[a-z0-9.+-]+:\/\/[^/]*/i.exec(this.url)?.[0] ?? 'null';
  }

  get parent(): WebFrameMain | null {
    const parent = this.frame.parentFrame();
    return parent ? WebFrameMain.of(parent) : null;
  }

  get top(): WebFrameMain {
    return WebFrameMain.of(this.frame.page().mainFrame());
  }

  isDestroyed(): boolean {
    return this.frame.isDetached();
  }
}

refuseMissingMembers('WebFrameMain', WebFrameMain);
