import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { darkColours, lightColours } from '../../../shared/colours.ts';
import { runToHtml } from '../../../shared/report/report-html.ts';
import { runToMarkdown } from '../../../shared/report/report-markdown.ts';
import { foreignRun, readableRun as suiteRun } from './foreign-run.ts';

const html = runToHtml(foreignRun);
const body = html.slice(html.indexOf('<body>'));

/** Opening and closing tags in their order, by a reader that knows no element without an end. */
function openTags(markup: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = ''] of markup.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:\s+[a-zA-Z:-]+="[^"<>]*")*>/g,
  )) {
    if (!slash) open.push(name);
    else expect(open.pop()).toBe(name);
  }
  return open;
}

describe('the HTML report', () => {
  it('shows every foreign text as text', () => {
    expect(html).not.toMatch(/<script|<img|onerror="/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('&amp; &quot;quotes&quot; &#39;too&#39; ‹U+202E›esrever ‹U+0007›');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left
    expect(html).not.toMatch(/[\u0007\u202e]/);
  });

  it('is well-formed, every sign of markup in it being its own', () => {
    expect(openTags(body.slice(0, body.indexOf('</body>') + 7))).toEqual([]);
    const signs = body.replace(/<\/?[a-z][a-z0-9]*(?:\s+[a-zA-Z:-]+="[^"<>]*")*>/g, '');
    expect(signs.replace('</html>', '')).not.toMatch(/[<>]/);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names each of its pictures and says its figures to whoever does not see them', () => {
    const pictures = [...html.matchAll(/<svg [^>]*role="img"[^>]*aria-labelledby="([^"]+)"/g)];
    expect(pictures.length).toBeGreaterThan(10);
    for (const [, id] of pictures) expect(html).toContain(`<title id="${id}">`);
    expect(html).toMatch(/<desc [^>]*>T0 h1: [\d.]+ ± [\d.]+ µs of CPU per request/);
  });

  it('shows what is no result grey, in words too, and names the leg that it is of', () => {
    expect(html).toContain('One point is no valid result and shown grey: A T1 h1.');
    expect(html.match(/<tr class="grey">/g)).toHaveLength(2);
    expect(html).toContain('fill="var(--gated-app)"');
    expect(runToHtml(suiteRun)).not.toMatch(/class="grey"|fill="var\(--gated/);
  });

  it('asks for nothing from anywhere', () => {
    expect(html).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:;`,
    );
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|@import/);
  });

  it("has the window's colours", () => {
    const css = readFileSync(path.resolve(import.meta.dirname, '../../../renderer/style/theme.css'), 'utf8');
    const [light = '', dark = ''] = css.split(':root[data-theme="dark"]');
    for (const [name, value] of Object.entries(lightColours)) expect(light).toContain(`--${name}: ${value};`);
    for (const [name, value] of Object.entries(darkColours)) expect(dark).toContain(`--${name}: ${value};`);
  });

  it('leaves a histogram out that can not be read, and says so', () => {
    const points = suiteRun.points.map((point, at) =>
      at === 0 && point.latencyMs ? { ...point, latencyMs: { ...point.latencyMs, hdr: 'none' } } : point,
    );
    expect(runToHtml({ ...suiteRun, points })).toContain(
      'The latency histogram of T0 h1 can&#39;t be read, so its curve is left out.',
    );
  });
});

describe('the Markdown report', () => {
  it('says the same as the HTML one, without charts', () => {
    const markdown = runToMarkdown(suiteRun);
    const headings = [...runToHtml(suiteRun).matchAll(/<h2 [^>]*>([^<]+)</g)].map(([, text]) => `## ${text}`);
    expect(markdown.split('\n').filter((line) => line.startsWith('## '))).toEqual(headings);
    expect(markdown).toContain('- Agrees · ');
  });

  it('begins no tag that is foreign, and ends no fence early', () => {
    const markdown = runToMarkdown(foreignRun);
    const prose = markdown.replace(/^````\n[\s\S]*?^````$/gm, '');
    expect(markdown).toMatch(/^````\n[\s\S]*^```$[\s\S]*^````$/m);
    expect(prose).not.toMatch(/(?<!\\)<(script|img)/);
  });
});
