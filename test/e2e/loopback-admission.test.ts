import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveClient } from '../../electron/host/serve-client.ts';
import { type Loopback, listenOnLoopback } from '../../electron/loopback/http-server.ts';
import { createFixtureHost } from '../host/fixture-host.ts';
import { findChromium } from '../stand-in/find-chromium.ts';

const executablePath = findChromium();
const reason = executablePath ? '' : ' (skipped: no Chromium found)';
const host = createFixtureHost();
let folder = '';
let loopback: Loopback;
let browser: Browser;

const home = () => `http://127.0.0.1:${loopback.port}/`;

/** The page that is served shows, in its title, whether its socket was let in. */
const script = `
  const socket = new WebSocket('ws://' + location.host + '/ws');
  socket.onopen = () => { document.title = 'connected'; };
  socket.onclose = () => { document.title = 'refused'; };
`;

describe.skipIf(!executablePath)(`the way in, in a real browser${reason}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loopback-e2e-'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><script src="page.js"></script>');
    await writeFile(path.join(folder, 'page.js'), script);
    loopback = await listenOnLoopback({
      filesDir: folder,
      port: 0,
      onClient: (channel) => serveClient(host, channel),
    });
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });

  afterAll(async () => {
    await browser?.close();
    await loopback?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('the printed address lets in, and leaves no token in the address, the history or the page', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(loopback.address);
    await page.waitForFunction(() => document.title === 'connected');
    expect(page.url()).toBe(home());
    expect(await page.evaluate(() => document.cookie + document.referrer)).toBe('');
    await page.goBack();
    expect(page.url()).toBe('about:blank');
    const second = await context.newPage();
    await second.goto(home());
    await second.waitForFunction(() => document.title === 'connected');
    await context.close();
  });

  test('a second browser is let in by the same address while the first stays connected', async () => {
    const contexts = [await browser.newContext(), await browser.newContext()];
    for (const context of contexts) {
      const page = await context.newPage();
      await page.goto(loopback.address);
      await page.waitForFunction(() => document.title === 'connected');
    }
    expect(host.listenerCount()).toBe(2);
    for (const context of contexts) await context.close();
  });

  test('without the token there is a page that says where to find the address', async () => {
    const page = await browser.newPage();
    const answer = await page.goto(home());
    expect(answer?.status()).toBe(401);
    expect(await page.textContent('body')).toContain('Open the whole address that the terminal printed');
    await page.close();
  });

  test('a private file that leads on to the address gets in, though it is another site', async () => {
    const opener = path.join(folder, 'open.html');
    await writeFile(
      opener,
      `<!doctype html><meta http-equiv="refresh" content="0; url=${loopback.address}">`,
    );
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`file://${opener}`);
    await page.waitForFunction(() => document.title === 'connected');
    expect(page.url()).toBe(home());
    await context.close();
  });

  test('a page of another port of this machine can neither read nor connect', async () => {
    const neighbour = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>');
    });
    neighbour.listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const address = neighbour.address();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(loopback.address);
    const foreign = await context.newPage();
    await foreign.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
    const outcome = await foreign.evaluate(async (port) => {
      const read = await fetch(`http://127.0.0.1:${port}/`, { credentials: 'include' }).then(
        () => 'read',
        () => 'refused',
      );
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
      const connected = await new Promise((resolve) => {
        socket.onopen = () => resolve('connected');
        socket.onclose = () => resolve('refused');
      });
      return [read, connected];
    }, loopback.port);
    expect(outcome).toEqual(['refused', 'refused']);
    await context.close();
    neighbour.close();
    neighbour.closeAllConnections();
  });

  test('an inline script does not run', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(loopback.address);
    await page.waitForFunction(() => document.title === 'connected');
    await page.evaluate(() => {
      const inline = document.createElement('script');
      inline.textContent = 'document.title = "inline ran"';
      document.body.append(inline);
    });
    expect(await page.title()).toBe('connected');
    await context.close();
  });
});
