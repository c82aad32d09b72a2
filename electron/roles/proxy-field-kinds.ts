import { timelineHeader } from '../../shared/timeline.ts';

type FieldKind =
  | 'pass'
  | 'drop'
  | 'connection'
  | 'content-length'
  | 'transfer-encoding'
  | 'host'
  | 'cookie'
  | 'expect'
  | 'forwarded-for'
  | 'timeline';

/** Spellings come from the peer, so what is remembered about them is bounded. */
const MAX_SPELLINGS = 2048;

/** What to do with a field, by its name; each spelling is classified once. */
class FieldKinds {
  private readonly special: ReadonlyMap<string, FieldKind>;
  private readonly bySpelling = new Map<string, FieldKind>();

  constructor(special: Readonly<Record<string, FieldKind>>) {
    this.special = new Map(Object.entries(special));
  }

  of(name: string): FieldKind {
    const known = this.bySpelling.get(name);
    if (known !== undefined) return known;
    const kind = this.special.get(name.toLowerCase()) ?? 'pass';
    if (this.bySpelling.size < MAX_SPELLINGS) this.bySpelling.set(name, kind);
    return kind;
  }
}

/** RFC 9110 §7.6.1. Trailers are not forwarded, so `trailer` announces nothing. */
const hopByHop = {
  connection: 'connection',
  'keep-alive': 'drop',
  'proxy-connection': 'drop',
  te: 'drop',
  trailer: 'drop',
  'transfer-encoding': 'transfer-encoding',
  upgrade: 'drop',
  'content-length': 'content-length',
} as const;

export const requestKinds = new FieldKinds({
  ...hopByHop,
  'http2-settings': 'drop',
  host: 'host',
  cookie: 'cookie',
  expect: 'expect',
  'x-forwarded-for': 'forwarded-for',
  // Written anew below: what the client says about itself counts for nothing.
  'x-forwarded-proto': 'drop',
  'x-forwarded-host': 'drop',
  [timelineHeader]: 'timeline',
});

export const responseKinds = new FieldKinds(hopByHop);

/** Adds the field names in a `Connection` value; the two plain values name none. */
export function addNamed(value: string, named: Set<string> | undefined): Set<string> | undefined {
  if (value === 'keep-alive' || value === 'Keep-Alive' || value === 'close') return named;
  const names = named ?? new Set<string>();
  for (const name of value.split(',')) names.add(name.trim().toLowerCase());
  return names;
}

export function withoutNamed(fields: readonly string[], named: ReadonlySet<string>): string[] {
  return fields.filter((_, at) => !named.has((fields[at - (at % 2)] ?? '').toLowerCase()));
}

/** Bytes of a `Content-Length`, or -1 when it isn't one plain number (RFC 9110 §8.6). */
export function parseContentLength(value: string): number {
  return /^\d{1,15}$/.test(value) ? Number(value) : -1;
}
