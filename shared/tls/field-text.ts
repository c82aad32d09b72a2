/** A list in a field is for people; of more than this, the rest is counted. */
const MAX_LISTED = 40;

/** @returns the items of a list in one line, `none` for an empty one */
export function listText(items: readonly string[]): string {
  if (items.length === 0) return 'none';
  const shown = items.slice(0, MAX_LISTED).join(', ');
  return items.length > MAX_LISTED ? `${shown} and ${items.length - MAX_LISTED} more` : shown;
}

/** @returns `1 byte`, `2 bytes` */
export const countText = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;

export const bytesText = (bytes: Uint8Array) => countText(bytes.length, 'byte');

/** @returns what bytes say in ASCII, with a dot for what can't be printed; at the most 200 letters of it */
export function printable(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, 200), (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
  );
  return letters.join('');
}
