import type { OutgoingHttpHeaders } from 'node:http2';

/**
 * Adds fields to the head of an HTTP/2 message, with names in lower case (RFC 9113 §8.2.1); Node takes those that come
 * more than once as a list.
 * @param fields names and values in turn
 */
export function addFields(head: OutgoingHttpHeaders, fields: readonly string[]): void {
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = (fields[at] ?? '').toLowerCase();
    const value = fields[at + 1] ?? '';
    const before = head[name];
    if (before === undefined) head[name] = value;
    else head[name] = Array.isArray(before) ? [...before, value] : [String(before), value];
  }
}
