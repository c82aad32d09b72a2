import { withVisibleControls } from './report/markup.ts';

/** Signs that begin something wherever they stand (CommonMark 0.31, §6): code, emphasis, a link, a tag, an entity. */
const anywhere = /[\\`*[\]<~]|&(?=#?\w+;)/g;
/** Within a word an underscore is only a sign (§6.2): names of cipher suites stay readable. */
const underscoreAtEdge = /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/**
 * A text of a foreign program, file or person as one line within a line of Markdown, every sign of it as it is. What would
 * begin a list or a heading at a line's start is left: no caller begins a line with such a text.
 */
export const markdownProse = (text: string): string =>
  withVisibleControls(text)
    .replaceAll(anywhere, '\\$&')
    .replaceAll(underscoreAtEdge, '\\$&')
    .replace(/\s*\n\s*/g, ' ');
