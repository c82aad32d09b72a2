import type { Run } from '../result.ts';
import { tableToMarkdown } from '../table.ts';
import type { Block } from './blocks.ts';
import { withVisibleControls } from './markup.ts';
import { reportOf } from './report.ts';

/** Running text of a foreign program: what would begin a tag is only a sign (CommonMark 0.31, §2.4 and §6.6). */
const prose = (text: string): string =>
  withVisibleControls(text)
    .replaceAll('<', '\\<')
    .replace(/\s*\n\s*/g, ' ');

/** A fence longer than any run of backticks in it (CommonMark 0.31, §4.5). */
function fenced(lines: readonly string[]): string[] {
  const shown = lines.map(withVisibleControls);
  const longest = Math.max(2, ...shown.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, ...shown, fence, ''];
}

function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [prose(block.text), ''];
    case 'notice':
      return [prose(block.text), '', ...(block.lines.length > 0 ? fenced(block.lines) : [])];
    case 'list':
      return [...block.items.map((item) => `- ${prose(item)}`), ''];
    case 'table':
      return [`**${block.caption}**`, '', tableToMarkdown(block.table)];
    case 'charts':
      return [];
  }
}

/** A run as a Markdown report (GitHub's tables), without charts. */
export function runToMarkdown(run: Run): string {
  const { title, subtitle, sections } = reportOf(run);
  const lines = sections.flatMap(({ heading, blocks }) => [
    `## ${heading}`,
    '',
    ...blocks.flatMap(blockLines),
  ]);
  return [`# ${prose(title)}`, '', prose(subtitle), '', ...lines].join('\n');
}
