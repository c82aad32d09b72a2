/** What a plan says, in English; other languages translate the same keys. */
export const planSentences = {
  needs:
    '{{name}} needs {{cores}} cores ({{lowCores}}–{{highCores}}) at {{requestsPerSec}} requests/s, {{headroomShare}} of each left free.',
  costs:
    '{{name}} costs {{price}} ({{lowPrice}}–{{highPrice}}) a month of 730 hours, at {{hourPrice}} per core and hour.',
  unknownBase: '{{name}} · Not known for this traffic: no point tells what a request costs the {{tier}}.',
  unknownPerByte:
    '{{name}} · Not known for this traffic: one body size alone was measured, so what bytes cost the {{tier}} is not known. Measure experiment {{experiment}}.',
  unknownFull:
    '{{name}} · Not known for this traffic: no point tells what a full handshake costs the {{tier}}. Measure experiment {{experiment}}.',
  unknownResumed:
    '{{name}} · Not known for this traffic: no point tells what a resumed handshake costs the {{tier}}. Measure experiment {{experiment}}.',
  unknownConnection:
    "{{name}} · Not known for this traffic: no point tells what a client's new connection costs the {{tier}}. Measure experiment {{experiment}}.",
  extrapolatedBody:
    '{{name}} · Extrapolated: bodies of {{givenBytes}}, where {{lowBytes}} to {{highBytes}} were measured.',
  extrapolatedConnections:
    '{{name}} · Extrapolated: {{givenShare}} of requests on new connections, where {{lowShare}} to {{highShare}} were measured.',
  extrapolatedResumed:
    '{{name}} · Extrapolated: {{givenShare}} of the handshakes resumed, where {{lowShare}} to {{highShare}} were measured.',
  latency:
    '{{name}} · A request takes {{addedMs}} ({{lowMs}} to {{highMs}}) longer than with {{baseline}}: {{serversMs}} as measured with one connection and bodies of {{bodyBytes}}, and {{roundTripsMs}} for the distances. What handshakes take to compute is not in it.',
  latencyUnknown:
    '{{name}} · A request takes {{roundTripsMs}} longer than with {{baseline}} for the distances; what the servers add was not measured. Measure experiment {{experiment}}.',
  totalCrossesConnectionsAfter:
    '{{first}} needs more cores than {{second}} once {{atShare}} ({{lowShare}}–{{highShare}}) of requests are on new connections.',
  totalCrossesConnectionsBefore:
    '{{first}} needs more cores than {{second}} until {{atShare}} ({{lowShare}}–{{highShare}}) of requests are on new connections.',
  totalNeverConnections:
    '{{first}} and {{second}}: no crossing in cores from {{lowShare}} to {{highShare}} of requests on new connections; {{dearer}} needs more throughout.',
  appCrossesConnectionsAfter:
    'The app of {{first}} needs more cores than that of {{second}} once {{atShare}} ({{lowShare}}–{{highShare}}) of requests are on new connections.',
  appCrossesConnectionsBefore:
    'The app of {{first}} needs more cores than that of {{second}} until {{atShare}} ({{lowShare}}–{{highShare}}) of requests are on new connections.',
  appNeverConnections:
    'The apps of {{first}} and {{second}}: no crossing in cores from {{lowShare}} to {{highShare}} of requests on new connections; that of {{dearer}} needs more throughout.',
  totalCrossesBytesAfter:
    '{{first}} needs more cores than {{second}} from bodies of {{atBytes}} ({{lowBytes}}–{{highBytes}}) on.',
  totalCrossesBytesBefore:
    '{{first}} needs more cores than {{second}} up to bodies of {{atBytes}} ({{lowBytes}}–{{highBytes}}).',
  totalNeverBytes:
    '{{first}} and {{second}}: no crossing in cores from bodies of {{lowBytes}} to {{highBytes}}; {{dearer}} needs more throughout.',
  dearestBytesAfter:
    '{{first}} becomes the most expensive at bodies of {{atBytes}} ({{lowBytes}}–{{highBytes}}).',
  dearestBytesBefore:
    '{{first}} is the most expensive up to bodies of {{atBytes}} ({{lowBytes}}–{{highBytes}}).',
  dearestThroughout:
    '{{first}} is the most expensive with every body from {{lowBytes}} to {{highBytes}}: no crossing in this range.',
  dearestNowhere:
    '{{first}} is not the most expensive with any body from {{lowBytes}} to {{highBytes}}: no crossing in this range.',
  turnsAgainConnections:
    '(With more, that turns round again for {{first}}, by the model alone: at {{atShare}} of requests on new connections.)',
  turnsAgainBytes:
    '(With more, that turns round again for {{first}}, by the model alone: at bodies of {{atBytes}}.)',
  notAlongConnections:
    '{{name}} · Has no curve along new connections: it was measured with too few shares of them. Measure experiment {{experiment}}.',
  notAlongBytes:
    '{{name}} · Has no curve along bodies: it was measured with too few sizes. Measure experiment {{experiment}}.',
  unknownAlongConnections:
    '{{name}} · Has no curve along new connections: no point tells what they cost it. Measure experiment {{experiment}}.',
  unknownAlongBytes:
    '{{name}} · Has no curve along bodies: no point tells all that this traffic costs it. Measure experiment {{experiment}}.',
  openInterval: '(The interval reaches beyond what was measured.)',
  maybeCrosses: '({{crossShare}} of the draws cross all the same.)',
  handshakeCost:
    '{{name}} · A new connection with a full handshake costs the {{tier}} {{fullUs}} ({{lowUs}} to {{highUs}}).',
  resumedCost:
    '{{name}} · A new connection that resumes costs the {{tier}} {{resumedUs}} ({{lowUs}} to {{highUs}}).',
  connectionCost:
    "{{name}} · A client's new connection costs the {{tier}} {{connectionUs}} ({{lowUs}} to {{highUs}}), without a handshake of its own.",
  churnCost:
    '{{name}} · Where one request in a hundred opens a connection, every request costs the {{tier}} {{churnUs}} ({{lowUs}} to {{highUs}}) more for being among them, besides what opening costs.',
  byteCost: '{{name}} · 1 KB of body costs the {{tier}} {{kilobyteUs}} ({{lowUs}} to {{highUs}}).',
  fits: '{{name}} · The points of the {{tier}} lie within {{worstShare}} of its model; a model without one of them misses it by {{medianShare}} in the median and {{leftOutShare}} at most.',
  untested:
    '{{name}} · {{untested}} of the {{points}} points of the {{tier}} stand for a term alone: no model without them can be made, and they were not tested so.',
  noSpare:
    '{{name}} · Nothing shows how well the model of the {{tier}} fits: it has as many terms as points ({{points}}), and intervals hold only if it is true.',
  mixedConditions:
    '{{name}} · Its points were measured with {{lowConnections}} to {{highConnections}} connections, for which the model has no term.',
  straightBetween:
    '{{name}} · Too few shares of new connections were measured to tell how the first few weigh: between those measured a straight line is drawn, which may be a third too low. Measure experiment {{experiment}}.',
  pointsLeftOut:
    '{{name}} · {{left}} of its {{points}} points took no part: they fail a gate, or have no interval.',
  seriesLeftOut:
    '{{name}} · Is not in this plan: none of its {{points}} points can be planned with. They fail a gate, or were not measured under load and without delay.',
  otherConditions: '{{name}} · {{others}} points that were not measured with {{conditions}} took no part.',
  unlikeConditions:
    '{{name}} · Measured with {{conditions}}, but {{first}} with {{firstConditions}}: what differs between them is not due to the topology alone.',
  pointsWarned:
    '{{name}} · {{warned}} of the {{points}} points that its model is fitted to carry the warning {{warning}}.',
  pointsOfCpuAlone:
    '{{name}} · At {{alone}} of the {{points}} points that its model is fitted to the load generator set the pace: their CPU per request is used, their throughput is not.',
  fullLoad:
    'What kept connections cost was measured under full load: with little to do, a process spends more on each request, for it wakes for every one of them.',
} as const;

export type PlanSentenceKey = keyof typeof planSentences;

/** What a picture of a plan has to say beside it: where not to believe it. */
export const cautionKeys: ReadonlySet<string> = new Set<PlanSentenceKey>([
  'extrapolatedBody',
  'extrapolatedConnections',
  'extrapolatedResumed',
  'notAlongConnections',
  'notAlongBytes',
  'unknownAlongConnections',
  'unknownAlongBytes',
  'noSpare',
  'untested',
  'mixedConditions',
  'straightBetween',
  'pointsLeftOut',
  'seriesLeftOut',
  'otherConditions',
  'unlikeConditions',
  'pointsWarned',
  'pointsOfCpuAlone',
]);
