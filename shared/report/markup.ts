const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** C0 and C1 without tab and line feed, and what turns the direction of the text around it (Unicode TR 9, §2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const unseen = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of a foreign program or file, with the characters that nobody sees written as their code: `‹U+202E›`. */
export function withVisibleControls(text: string): string {
  return text.replace(
    unseen,
    (sign) => `‹U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}

/** A text as it may stand in HTML and SVG, between tags and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return withVisibleControls(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Attributes that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** SVG coordinates need no more than a hundredth of a pixel. */
const attributeText = (value: string | number) =>
  typeof value === 'number' ? String(Number(value.toFixed(2))) : escapeMarkup(value);

/**
 * An element as text, closed in the way that is right in HTML's inline SVG and in XML alike.
 * @param children markup, each already escaped
 */
export function element(name: string, attributes: Attributes = {}, ...children: readonly string[]): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${attributeText(value)}"`],
  );
  return `<${name}${given.join('')}>${children.join('')}</${name}>`;
}
