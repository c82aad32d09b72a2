import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { z } from 'zod';
import { browserContext } from './chromium.ts';
import { sendToDriver } from './driver-link.ts';
import type { ToPreload } from './page/ipc-renderer.ts';
import type { PreloadSurroundings } from './page/preload-world.ts';

const preloadWorld = 'Electron Isolated Context';
const bindingName = 'standInPost';

const fromPreload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invoke'), id: z.number(), channel: z.string(), args: z.string() }),
  z.object({ kind: z.literal('send'), channel: z.string(), args: z.string() }),
  z.object({ kind: z.literal('fault'), message: z.string() }),
]);

/** A message that the preload posted. */
export type FromPreload = z.infer<typeof fromPreload>;

const pageScript = (name: string) =>
  readFileSync(path.join(import.meta.dirname, 'page', `${name}.js`), 'utf8');
const inTopFrame = (body: string) => `(() => { if (window !== window.top) return;\n${body}\n})()`;

function preloadSource(preload: string | undefined, surroundings: PreloadSurroundings): string {
  const source = preload && existsSync(preload) ? readFileSync(preload, 'utf8') : '';
  const run = `(require, module, process) => { const exports = module.exports;\n${source}\n}`;
  return `${pageScript('preload-world')}\npreloadWorld.runPreload(${JSON.stringify(surroundings)}, ${run});`;
}

/** One Chromium page with a preload in an isolated world of its own, as a BrowserWindow has. */
export class PageHost {
  readonly opened: Promise<Page>;
  page: Page | undefined;
  private cdp: CDPSession | undefined;
  private worldId: number | undefined;
  private readonly receive: (message: FromPreload) => void;

  /** @param receive gets each message of the preload that is now loaded, never one of an earlier document */
  constructor(preload: string | undefined, extraArgv: string[], receive: (message: FromPreload) => void) {
    this.receive = receive;
    const { platform, versions } = process;
    const nonce = randomBytes(16).toString('hex');
    this.opened = this.open(preload, { nonce, platform, versions, argv: [...process.argv, ...extraArgv] });
    this.opened.catch((error: unknown) => console.error('electron stand-in: the page did not open:', error));
  }

  private async open(preload: string | undefined, surroundings: PreloadSurroundings): Promise<Page> {
    const page = await browserContext().newPage();
    const cdp = await page.context().newCDPSession(page);
    this.page = page;
    this.cdp = cdp;
    const { frameTree } = await cdp.send('Page.getFrameTree');
    this.followWorld(cdp, frameTree.frame.id);
    await cdp.send('Page.enable');
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: bindingName, executionContextName: preloadWorld });
    const openPage = `pageWorld.openPageWorld(${JSON.stringify(surroundings.nonce)});`;
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      source: inTopFrame(`${pageScript('page-world')}\n${openPage}`),
    });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
      source: inTopFrame(preloadSource(preload, surroundings)),
      worldName: preloadWorld,
    });
    const { targetInfo } = await cdp.send('Target.getTargetInfo');
    sendToDriver({ standIn: 'window', targetId: targetInfo.targetId });
    return page;
  }

  private followWorld(cdp: CDPSession, frameId: string): void {
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === preloadWorld && context.auxData?.frameId === frameId) this.worldId = context.id;
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.worldId === executionContextId) this.worldId = undefined;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== bindingName || executionContextId !== this.worldId) return;
      this.receive(fromPreload.parse(JSON.parse(payload)));
    });
  }

  /** Sends into the preload's world; lost, as in Electron, while no document with a preload is loaded. */
  deliver(message: ToPreload): void {
    const expression = `standInDeliver(${JSON.stringify(message)})`;
    this.opened
      .then(async () => {
        if (this.worldId) await this.cdp?.send('Runtime.evaluate', { contextId: this.worldId, expression });
      })
      .catch(() => undefined); // the page went away between the check and the call: nobody is left to hear it
  }
}
