import { expect, it } from 'vitest';
import { CaptureRecorder } from '../../electron/tap/capture-recorder.ts';
import { captureSchema } from '../../shared/tls/capture.ts';
import recorded from '../fixtures/tls/openssl.json' with { type: 'json' };

const [capture] = Object.values(recorded).map((one) => captureSchema.parse(one));
const hello = Buffer.from(capture?.chunks.find(({ from }) => from === 'client')?.base64 ?? '', 'base64');
const [secret = ''] = capture?.keyLog ?? [];
const ofAnother = secret.replace(/ [0-9a-f]{64} /, ` ${'0'.repeat(64)} `);

it.each([1, 5, 42, 43, 10_000])(
  'a connection knows its secrets by its client random, however its first bytes come (%i at a time)',
  (size) => {
    const recorder = new CaptureRecorder('server');
    expect(recorder.owns(Buffer.from(secret))).toBe(false);
    for (let at = 0; at < hello.length; at += size) recorder.add('client', hello.subarray(at, at + size));
    expect(recorder.owns(Buffer.from(secret))).toBe(true);
    expect(recorder.owns(Buffer.from(ofAnother))).toBe(false);
  },
);
