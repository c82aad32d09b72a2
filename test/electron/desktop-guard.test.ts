import { describe, expect, it } from 'vitest';
import { isOwnFrame } from '../../electron/desktop/guard.ts';
import { isOwnAddress } from '../../electron/desktop/protocol.ts';

describe('a sender', () => {
  const mainFrame = { url: 'app://lab/index.html' };

  it('is heard when it is the top frame on a page of ours', () => {
    expect(isOwnFrame(mainFrame, mainFrame)).toBe(true);
  });

  it('is not heard when it is another frame, even on the same page', () => {
    expect(isOwnFrame({ url: mainFrame.url }, mainFrame)).toBe(false);
  });

  it('is not heard when it has gone meanwhile', () => {
    expect(isOwnFrame(null, mainFrame)).toBe(false);
  });

  it('is not heard when the top frame shows another page', () => {
    const foreign = { url: 'https://lab/index.html' };
    expect(isOwnFrame(foreign, foreign)).toBe(false);
  });
});

it.each([
  ['app://lab/index.html', true],
  ['app://lab/', true],
  ['app://lab.example/index.html', false],
  ['app://lab:1/index.html', false],
  ['app://user@other/index.html', false],
  ['appx://lab/index.html', false],
  ['https://lab/index.html', false],
  ['file:///index.html', false],
  ['about:blank', false],
  ['', false],
])('the address %s is ours: %s', (address, isOurs) => {
  expect(isOwnAddress(address)).toBe(isOurs);
});
