import { markdownProse } from '../markdown-prose.ts';
import type { Run } from '../result.ts';
import { tableToMarkdown } from '../table.ts';
import type { Block } from './blocks.ts';
import { withVisibleControls } from './markup.ts';
import { reportOf } from './report.ts';

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
      return [markdownProse(block.text), ''];
    case 'notice':
      return [markdownProse(block.text), '', ...(block.lines.length > 0 ? fenced(block.lines) : [])];
    case 'list':
      return [...block.items.map((item) => `- ${markdownProse(item)}`), ''];
    case 'table':
      return [`**${markdownProse(block.caption)}**`, '', tableToMarkdown(block.table)];
    case 'charts':
      return [];
  }
}

/** A run as a Markdown report (GitHub's tables), without charts. */
export function runToMarkdown(run: Run): string {
  const { title, subtitle, sections } = reportOf(run);
  const lines = sections.flatMap(({ heading, blocks }) => [
    `## ${markdownProse(heading)}`,
    '',
    ...blocks.flatMap(blockLines),
  ]);
  return [`# ${markdownProse(title)}`, '', markdownProse(subtitle), '', ...lines].join('\n');
}
