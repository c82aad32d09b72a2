/**
 * Reads a time in ms as people type it: `1`, `0.5`, `0,5`, `10 ms`.
 * @returns ms, or undefined when the text is not one
 */
export function parseRttMs(text: string): number | undefined {
  const match = /^(\d+(?:[.,]\d+)?)\s*(?:ms)?$/i.exec(text.trim());
  return match?.[1] === undefined ? undefined : Number(match[1].replace(',', '.'));
}
