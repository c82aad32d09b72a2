/** What the numbers of one registry are called. */
export type NumberNames = Readonly<Record<number, string>>;

/** Two equal bytes that end in `a`: sent to keep servers tolerant, without a meaning (RFC 8701 section 2). */
const isGrease = (value: number) => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);

/** The single bytes which RFC 8701 section 2 reserves for the same end: 0x0b, 0x2a, 0x49 … 0xe4. */
const isGreaseByte = (value: number) => value % 0x1f === 0x0b && value <= 0xe4;

/** A number as `0x1301`, with at least as many digits as its field has */
const toHexNumber = (value: number, byteCount = 2) => `0x${value.toString(16).padStart(byteCount * 2, '0')}`;

/**
 * @param names the registry of the field
 * @param value what the field holds
 * @param byteCount how many bytes the field has
 * @returns `x25519 (0x001d)`, `GREASE (0x1a1a)`, or `unknown (0x4242)`
 */
export function nameOf(names: NumberNames, value: number, byteCount: 1 | 2 = 2): string {
  const isReserved = byteCount === 2 ? isGrease(value) : isGreaseByte(value);
  const name = names[value] ?? (isReserved ? 'GREASE' : 'unknown');
  return `${name} (${toHexNumber(value, byteCount)})`;
}

/** @returns the bare name for where there is no place for the number; the number in hexadecimal where it has no name */
export const shortNameOf = (names: NumberNames, value: number) => names[value] ?? toHexNumber(value);
