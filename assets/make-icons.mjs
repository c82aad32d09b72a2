import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** Draws icon.svg with Chromium at every size that the three systems want. Run by hand after a change of it. */
const here = import.meta.dirname;
const svg = readFileSync(path.join(here, 'icon.svg'), 'utf8');
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024];
const icnsTypes = { 32: 'ic11', 64: 'ic12', 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' };

async function drawAll() {
  const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const drawn = new Map();
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    drawn.set(size, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return drawn;
}

/** Windows: a folder of 16-byte entries (0 stands for 256), then the PNG files as they are. */
function toIco(pngs) {
  const header = Buffer.alloc(6 + 16 * pngs.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pngs.length, 4);
  let offset = header.length;
  for (const [index, [size, png]] of pngs.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pngs.map(([, png]) => png)]);
}

const block = (type, content) => {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
};

const drawn = await drawAll();
const icns = Object.entries(icnsTypes).map(([size, type]) => block(type, drawn.get(Number(size))));
mkdirSync(path.join(here, 'icons'), { recursive: true });
for (const size of sizes.filter((each) => each <= 512)) {
  writeFileSync(path.join(here, 'icons', `${size}x${size}.png`), drawn.get(size));
}
writeFileSync(path.join(here, 'icon.png'), drawn.get(512));
writeFileSync(path.join(here, 'icon.ico'), toIco([...drawn].filter(([size]) => size <= 256)));
writeFileSync(path.join(here, 'icon.icns'), block('icns', Buffer.concat(icns)));
