import { describe, expect, it } from 'vitest';
import { phaseSpans } from '../../renderer/probe/phase-spans.ts';

describe('phaseSpans', () => {
  it('lays the steps end to end, in their order', () => {
    const spans = phaseSpans({ dnsMs: 2, tcpMs: 3, tlsMs: 5, firstByteMs: 7, bodyMs: 1, totalMs: 18 });
    expect(spans.map(({ phase, startMs }) => [phase, startMs])).toEqual([
      ['dns', 0],
      ['tcp', 2],
      ['tls', 5],
      ['firstByte', 10],
      ['body', 17],
    ]);
  });

  it('has no place for a step that did not take place', () => {
    expect(phaseSpans({ tcpMs: 3, firstByteMs: 7, totalMs: 10 })).toEqual([
      { phase: 'tcp', startMs: 0, durationMs: 3 },
      { phase: 'firstByte', startMs: 3, durationMs: 7 },
    ]);
    expect(phaseSpans({ totalMs: 0 })).toEqual([]);
  });
});
