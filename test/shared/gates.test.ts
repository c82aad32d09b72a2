import { describe, expect, it } from 'vitest';
import { failedGates } from '../../shared/gates.ts';
import { type Warning, warningCodes } from '../../shared/result.ts';

const warning = (code: Warning['code'], values: Warning['values'] = {}): Warning => ({
  code,
  message: '',
  values,
});

describe('failedGates', () => {
  it('lets a point without warnings pass', () => {
    expect(failedGates([])).toEqual([]);
  });

  it.each<[string, Warning, boolean]>([
    ['a saturated generator in a closed loop', warning('client-saturated', { load: 'closed' }), true],
    ['a busy generator that keeps an open loop going', warning('client-saturated', { load: 'open' }), false],
    ['a saturated wire in a closed loop', warning('wire-saturated', { load: 'closed' }), true],
    ['a busy wire that keeps an open loop going', warning('wire-saturated', { load: 'open' }), false],
    ['a rate that was not reached', warning('rate-not-reached'), true],
    ['two failed requests in a hundred', warning('errors', { errorShare: 0.02, wrongBodies: 0 }), true],
    ['two failed requests in a thousand', warning('errors', { errorShare: 0.002, wrongBodies: 0 }), false],
    ['one body of the wrong length', warning('errors', { errorShare: 0.00001, wrongBodies: 1 }), true],
    ['a hop that negotiated something else', warning('not-as-asked'), true],
    ['mixed handshakes', warning('resumption-mixed'), true],
    ['sessions that were never resumed', warning('resumption-missing'), true],
    ['a TLS hop that nothing is known of', warning('tls-unknown'), true],
  ])('judges %s', (_what, one, fails) => {
    expect(failedGates([one])).toEqual(fails ? [one.code] : []);
  });

  it('takes doubt about the machine or the width of an interval for doubt only', () => {
    const doubts = [
      'cores-oversubscribed',
      'interval-too-wide',
      'other-work',
      'steal',
      'clock-jump',
      'drift',
    ];
    const rest = [
      ...doubts,
      'inner-hop-rehandshakes',
      'not-warm',
      'few-slices',
      'gap',
      'cpu-not-visible',
      'hop-not-visible',
    ];
    expect(warningCodes.filter((code) => failedGates([warning(code)]).length === 0)).toEqual(
      warningCodes.filter((code) => rest.includes(code)),
    );
  });
});
