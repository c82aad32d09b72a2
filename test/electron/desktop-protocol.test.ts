import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerPage } from '../../electron/desktop/protocol.ts';

describe('the renderer on app://', () => {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'desktop-protocol-'));
  const folder = path.join(parent, 'renderer');
  const answer = (address: string, init?: RequestInit) => answerPage(new Request(address, init), folder);

  beforeAll(() => {
    mkdirSync(path.join(folder, 'assets'), { recursive: true });
    mkdirSync(`${folder}-other`);
    writeFileSync(path.join(folder, 'index.html'), '<p>page</p>');
    writeFileSync(path.join(folder, 'assets', 'page.js'), 'run()');
    writeFileSync(path.join(parent, 'secret.txt'), 'secret');
    writeFileSync(path.join(`${folder}-other`, 'secret.txt'), 'secret');
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it('is served by name, with its type', async () => {
    const page = await answer('app://lab/assets/page.js?v=1');
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'run()',
    ]);
  });

  it('begins at the index', async () => {
    expect(await (await answer('app://lab/')).text()).toBe('<p>page</p>');
  });

  it('has no body for HEAD', async () => {
    const head = await answer('app://lab/index.html', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['a file that is not there', 'app://lab/absent.js', 404],
    ['a folder', 'app://lab/assets', 404],
    ['another host', 'app://other/index.html', 404],
    ['a way out', 'app://lab/..%2fsecret.txt', 403],
    ['a way out, encoded in full', 'app://lab/assets/%2e%2e%2f%2e%2e%2fsecret.txt', 403],
    ['a neighbour whose name begins alike', 'app://lab/..%2frenderer-other%2fsecret.txt', 403],
    ['the folder itself', 'app://lab/assets%2f..%2f..%2frenderer', 403],
    ['a broken encoding', 'app://lab/%zz', 400],
    ['a name with a NUL', 'app://lab/index.html%00.png', 400],
  ])('refuses %s', async (_what, address, status) => {
    expect((await answer(address)).status).toBe(status);
  });

  it('refuses to be changed', async () => {
    expect((await answer('app://lab/index.html', { method: 'PUT', body: 'x' })).status).toBe(405);
  });

  it('says the policy and nosniff on every answer, refusals too', async () => {
    for (const address of [
      'app://lab/',
      'app://lab/absent.js',
      'app://lab/..%2fsecret.txt',
      'app://lab/%zz',
    ]) {
      const { headers } = await answer(address);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
