/** The English sentences; other languages translate the same keys. */
export const englishSentences = {
  ratio:
    '{{topology}} costs {{costFactor}}× {{baseline}} ({{lowFactor}}–{{highFactor}}) in server CPU per request, at {{bodyBytes}}.',
  ratioSame:
    '{{topology}} against {{baseline}}: no measurable difference in server CPU per request ({{lowFactor}}–{{highFactor}}×), at {{bodyBytes}}.',
  hopCost:
    "{{topology}} · The proxy's hop costs {{proxyUs}} of CPU per request, {{proxyRatio}} what the app itself spends.",
  tlsAdds:
    '{{topology}} · TLS on the way in adds {{extraUs}} ({{extraPercent}}) of server CPU per request against {{baseline}}, at {{bodyBytes}}.',
  tlsSaves:
    '{{topology}} · With TLS on the way in, the servers spend {{extraUs}} ({{savedShare}}) less CPU per request than {{baseline}}, at {{bodyBytes}}.',
  tlsSame:
    '{{topology}} · TLS on the way in makes no measurable difference to server CPU against {{baseline}}, at {{bodyBytes}} (within ±{{withinUs}}).',
  reencryptionAdds:
    '{{topology}} · Encrypting again towards the app adds {{extraUs}} ({{extraPercent}}) of server CPU per request to {{baseline}}.',
  reencryptionSaves:
    '{{topology}} · With encryption towards the app, the servers spend {{extraUs}} ({{savedShare}}) less CPU per request than {{baseline}}.',
  reencryptionSame:
    '{{topology}} · Encrypting again towards the app makes no measurable difference against {{baseline}} (within ±{{withinUs}}).',
  proxyAdds:
    '{{topology}} · TLS at the proxy, not in the app ({{baseline}}), adds {{extraUs}} ({{extraPercent}}) of server CPU per request.',
  proxySaves:
    '{{topology}} · TLS at the proxy, not in the app ({{baseline}}), saves {{extraUs}} ({{savedShare}}) of server CPU per request.',
  proxySame:
    '{{topology}} · TLS at the proxy or in the app ({{baseline}}) makes no measurable difference to server CPU (within ±{{withinUs}}).',
  tlsAddsHttp:
    "{{topology}} · TLS on the way in, which also moves the app's hop from {{fromHttp}} to {{toHttp}}, adds {{extraUs}} ({{extraPercent}}) of server CPU per request against {{baseline}}, at {{bodyBytes}}.",
  tlsSavesHttp:
    "{{topology}} · With TLS on the way in, which also moves the app's hop from {{fromHttp}} to {{toHttp}}, the servers spend {{extraUs}} ({{savedShare}}) less CPU per request than {{baseline}}, at {{bodyBytes}}.",
  tlsSameHttp:
    "{{topology}} · TLS on the way in, which also moves the app's hop from {{fromHttp}} to {{toHttp}}, makes no measurable difference to server CPU against {{baseline}}, at {{bodyBytes}} (within ±{{withinUs}}).",
  reencryptionAddsHttp:
    '{{topology}} · Encrypting again towards the app, which also moves that hop from {{fromHttp}} to {{toHttp}}, adds {{extraUs}} ({{extraPercent}}) of server CPU per request to {{baseline}}.',
  reencryptionSavesHttp:
    '{{topology}} · With encryption towards the app, which also moves that hop from {{fromHttp}} to {{toHttp}}, the servers spend {{extraUs}} ({{savedShare}}) less CPU per request than {{baseline}}.',
  reencryptionSameHttp:
    '{{topology}} · Encrypting again towards the app, which also moves that hop from {{fromHttp}} to {{toHttp}}, makes no measurable difference against {{baseline}} (within ±{{withinUs}}).',
  proxyAddsHttp:
    "{{topology}} · TLS at the proxy, not in the app ({{baseline}}), which also moves the app's hop from {{fromHttp}} to {{toHttp}}, adds {{extraUs}} ({{extraPercent}}) of server CPU per request.",
  proxySavesHttp:
    "{{topology}} · TLS at the proxy, not in the app ({{baseline}}), which also moves the app's hop from {{fromHttp}} to {{toHttp}}, saves {{extraUs}} ({{savedShare}}) of server CPU per request.",
  proxySameHttp:
    "{{topology}} · TLS at the proxy, not in the app ({{baseline}}), which also moves the app's hop from {{fromHttp}} to {{toHttp}}, makes no measurable difference to server CPU (within ±{{withinUs}}).",
  hopsCost:
    '{{topology}} · The two sidecars cost {{proxyUs}} and {{proxy2Us}} of CPU per request, together {{proxiesRatio}} what the app itself spends.',
  passthroughAdds:
    '{{topology}} · A proxy that passes TLS on unread adds {{extraUs}} ({{extraPercent}}) of server CPU per request to {{baseline}}.',
  passthroughSaves:
    '{{topology}} · With a proxy that passes TLS on unread, the servers spend {{extraUs}} ({{savedShare}}) less CPU per request than {{baseline}}.',
  passthroughSame:
    '{{topology}} · A proxy that passes TLS on unread makes no measurable difference to server CPU against {{baseline}} (within ±{{withinUs}}).',
  meshAdds:
    '{{topology}} · Two sidecars with mutual TLS between them add {{extraUs}} ({{extraPercent}}) of server CPU per request to {{baseline}}, at {{bodyBytes}}.',
  meshSaves:
    '{{topology}} · With two sidecars and mutual TLS between them, the servers spend {{extraUs}} ({{savedShare}}) less CPU per request than {{baseline}}, at {{bodyBytes}}.',
  meshSame:
    '{{topology}} · Two sidecars with mutual TLS between them make no measurable difference to server CPU against {{baseline}}, at {{bodyBytes}} (within ±{{withinUs}}).',
  passthroughAddsHttp:
    "{{topology}} · A proxy that passes TLS on unread, which also moves the app's hop from {{fromHttp}} to {{toHttp}}, adds {{extraUs}} ({{extraPercent}}) of server CPU per request to {{baseline}}.",
  passthroughSavesHttp:
    "{{topology}} · With a proxy that passes TLS on unread, which also moves the app's hop from {{fromHttp}} to {{toHttp}}, the servers spend {{extraUs}} ({{savedShare}}) less CPU per request than {{baseline}}.",
  passthroughSameHttp:
    "{{topology}} · A proxy that passes TLS on unread, which also moves the app's hop from {{fromHttp}} to {{toHttp}}, makes no measurable difference to server CPU against {{baseline}} (within ±{{withinUs}}).",
  meshAddsHttp:
    "{{topology}} · Two sidecars with mutual TLS between them, which also move the app's hop from {{fromHttp}} to {{toHttp}}, add {{extraUs}} ({{extraPercent}}) of server CPU per request to {{baseline}}, at {{bodyBytes}}.",
  meshSavesHttp:
    "{{topology}} · With two sidecars and mutual TLS between them, which also move the app's hop from {{fromHttp}} to {{toHttp}}, the servers spend {{extraUs}} ({{savedShare}}) less CPU per request than {{baseline}}, at {{bodyBytes}}.",
  meshSameHttp:
    "{{topology}} · Two sidecars with mutual TLS between them, which also move the app's hop from {{fromHttp}} to {{toHttp}}, make no measurable difference to server CPU against {{baseline}}, at {{bodyBytes}} (within ±{{withinUs}}).",
  handshakes:
    '{{topology}} · A new connection for every request: the {{tier}} makes {{fullPerRequest}} full and {{resumedPerRequest}} resumed handshakes per request.',
  speed: '{{topology}} · p50 {{p50Ms}}, p99 {{p99Ms}}; {{reqPerSec}} requests/s.',
  speedClientBound:
    '{{topology}} · p50 {{p50Ms}}, p99 {{p99Ms}}; {{reqPerSec}} requests/s, the load generator’s limit.',
  excludedGenerator:
    '{{topology}} takes no part in comparisons: the load generator was the limit, not the servers.',
  excludedWire:
    '{{topology}} takes no part in comparisons: the process that delays its hop was the limit, not the servers.',
  excludedRate:
    '{{topology}} takes no part in comparisons: fewer requests were answered than the asked rate made due.',
  excludedErrors:
    '{{topology}} takes no part in comparisons: too many requests failed, or bodies were wrong.',
  excludedNegotiation:
    '{{topology}} takes no part in comparisons: a hop negotiated something other than was asked for.',
  excludedUnproven:
    '{{topology}} takes no part in comparisons: nothing shows that one of its hops spoke the TLS that was asked for.',
  excludedResumption:
    '{{topology}} takes no part in comparisons: resumption was asked for, and nothing was resumed.',
  excludedHandshakes:
    '{{topology}} takes no part in comparisons: full and resumed handshakes are mixed in its figures.',
  openLoop:
    'Open loop: {{ratePerSec}} requests were due every second whatever the servers did, and latency counts from when each was due, so it shows a stall in full.',
  closedLoop:
    'Closed loop: each connection asks again once it is answered, so a stall also stops the asking, and the percentiles hide most of it.',
  apart: '(measured at different times)',
} as const;

export type StatementKey = Exclude<keyof typeof englishSentences, 'apart'>;
