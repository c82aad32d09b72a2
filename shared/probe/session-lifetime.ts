/** Context-specific tag 9 of an `SSL_SESSION`: the lifetime hint that came with its ticket. */
const LIFETIME_TAG = 0xa9;
const INTEGER_TAG = 0x02;

interface Field {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly rest: Uint8Array;
}

/** Takes one field off DER (X.690 section 8.1): tag, length in a short or long form, content. */
function fieldOf(der: Uint8Array): Field | undefined {
  const [tag, first] = der;
  if (tag === undefined || first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4) return undefined;
  const start = 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : numberOf(der.subarray(2, start));
  const end = start + length;
  return end > der.length ? undefined : { tag, content: der.subarray(start, end), rest: der.subarray(end) };
}

const numberOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

/**
 * How long a ticket may be used, as the server said when it gave it (RFC 8446 section 4.6.1, RFC 5077 section 3.3).
 * @param session as Node's event `session` gives it: the DER that OpenSSL and BoringSSL write alike
 * @returns seconds; undefined where the server said nothing, or the session can't be read
 */
export function sessionLifetimeS(session: Uint8Array): number | undefined {
  let field = fieldOf(fieldOf(session)?.content ?? new Uint8Array());
  while (field !== undefined && field.tag !== LIFETIME_TAG) field = fieldOf(field.rest);
  const lifetime = field && fieldOf(field.content);
  return lifetime?.tag === INTEGER_TAG ? numberOf(lifetime.content) : undefined;
}
