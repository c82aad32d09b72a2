/** What the suite's figures are held against, in English; other languages translate the same keys. */
export const englishShapeSentences = {
  agrees: 'Agrees',
  differs: 'Differs',
  cannotTell: "Can't tell",
  unknown: 'Not measured',
  withinInterval:
    'Where agreeing ends, at {{limit}}, lies inside the 95 % interval from {{low}} to {{high}}: measure longer.',
  fewSlices: 'Too few slices were measured for an interval: measure longer.',
  oversubscribed:
    '{{points}} had too few cores, so part of its latency is waiting for them: measure on more cores.',
  notWarm: '{{points}} had not warmed up: allow a longer warm-up.',
  invalid: '{{points}} is not a valid result: see what its warnings say.',
  openTls:
    'TLS on an open connection is nearly free: the app spends {{measuredRatio}} of its plaintext CPU per request with TLS on (published {{publishedRatio}}).',
  hopCost:
    "The proxy's hop costs several times the app: in T2 the proxy spends {{measuredRatio}} the app's CPU per request (published {{publishedRatio}}).",
  appSeesHttp2:
    'In T3 the proxy and the app agree on HTTP/2 although the client speaks HTTP/1.1: the app saw HTTP/{{measuredHttp}} (published {{publishedHttp}}).',
  http2Cost:
    'HTTP/2 costs the app about what HTTP/1.1 does: {{measuredRatio}} its CPU per request in T1 (published {{publishedRatio}}).',
  costPerByte:
    'Encryption in the app costs a fraction of a nanosecond per byte: {{measuredNsPerByte}} ns/B in T1 (published {{publishedNsPerByte}} ns/B).',
  reencryption:
    'At 64 KB encrypting again multiplies the cost: the servers of T3 spend {{measuredRatio}} those of T1 (published {{publishedRatio}}).',
  handshakesT2:
    "With new connections the proxy pays for the handshakes: the app of T2 spends {{measuredRatio}} what T1's does (published {{publishedRatio}}).",
  handshakesT3:
    "Pooled connections spare the app a second handshake per request: the app of T3 spends {{measuredRatio}} what T1's does (published {{publishedRatio}}).",
  hopLatency:
    'One more hop adds a fraction of a millisecond: p50 of T2 is {{measuredMs}} above T1 on one connection (published {{publishedMs}}).',
  innerRttT1:
    'An inner hop of 1 ms RTT adds nothing where there is none: {{measuredMs}} to p50 of T1 (published {{publishedMs}}).',
  innerRttT2:
    'An inner hop of 1 ms RTT costs each request at least that: {{measuredMs}} to p50 of T2 (published {{publishedMs}}).',
  innerRttT3:
    'An inner hop of 1 ms RTT costs each request at least that: {{measuredMs}} to p50 of T3 (published {{publishedMs}}).',
  hiddenRtt:
    'Many connections hide most of that RTT from throughput: T2 keeps {{measuredShare}} of its requests per second (published {{publishedShare}}).',
  pooledRtt:
    'New client connections need no new inner one: 1 ms RTT adds {{measuredMs}} to p50 of T3, less than a second handshake would (published {{publishedMs}}).',
} as const;

/** How a claim stands. */
export const shapeOutcomes = ['agrees', 'differs', 'cannotTell', 'unknown'] as const;
export type ShapeOutcome = (typeof shapeOutcomes)[number];

/** Why it can't be told. */
export const shapeReasons = ['withinInterval', 'fewSlices', 'oversubscribed', 'notWarm', 'invalid'] as const;
export type ShapeReason = (typeof shapeReasons)[number];

export type ShapeKey = Exclude<keyof typeof englishShapeSentences, ShapeOutcome | ShapeReason>;
