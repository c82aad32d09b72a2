import type { Field } from './anatomy.ts';
import { Cursor, ShortRead } from './cursor.ts';
import { type ExtensionPlace, extensionKinds, extensionNames } from './extension-kinds.ts';
import { countText } from './field-text.ts';
import type { MessageContext } from './handshake-facts.ts';
import { nameOf } from './number-names.ts';

/** Type and length in front of an extension's data (RFC 8446 section 4.2). */
const HEADER_BYTES = 4;

function contentOf(type: number, data: Uint8Array, place: ExtensionPlace, context: MessageContext): string {
  const read = extensionKinds[type]?.[place];
  if (read === undefined) return '';
  const cursor = new Cursor(data);
  try {
    const text = read(cursor, context.facts);
    if (cursor.left === 0) return text;
    throw new ShortRead(`${countText(cursor.left, 'byte')} stand behind its end`);
  } catch (error) {
    if (!(error instanceof ShortRead)) throw error;
    const reason = `extension ${nameOf(extensionNames, type)} of the ${place}: ${error.message}`;
    context.flaws.push({ bytes: data.length, reason });
    return `not readable, ${error.message}`;
  }
}

/**
 * @param cursor stands in front of the extensions of a message
 * @param place the message, on which the layout of an extension depends
 * @returns a field for each: its size on the wire, header included, and what it says
 * @throws ShortRead where the list itself is cut off
 */
export function* readExtensions(
  cursor: Cursor,
  place: ExtensionPlace,
  context: MessageContext,
): Generator<Field> {
  const list = new Cursor(cursor.vector(2));
  while (list.left > 0) {
    const type = list.number(2);
    const data = list.vector(2);
    const content = contentOf(type, data, place, context);
    const size = countText(data.length + HEADER_BYTES, 'byte');
    yield {
      name: `Extension ${nameOf(extensionNames, type)}`,
      value: content === '' ? size : `${size}: ${content}`,
    };
  }
}
