import { expect, it } from 'vitest';
import { toFault } from '../../../shared/fault.ts';
import { parseProbeRequest } from '../../../shared/probe/probe-request.ts';

const refused = (input: unknown) => {
  try {
    return parseProbeRequest(input);
  } catch (error) {
    return toFault(error);
  }
};

it('takes a URL with the blanks that were pasted with it', () => {
  const { url, newPerSec } = parseProbeRequest({ url: ' https://shop.test/a ', newPerSec: 100 });
  expect([url.href, newPerSec]).toEqual(['https://shop.test/a', 100]);
});

it.each([
  [{ url: 'shop.test', newPerSec: 1 }, 'bad-url', 'URL'],
  [{ url: 'ftp://shop.test/', newPerSec: 1 }, 'bad-url', 'URL'],
  [{ url: 'https://me:secret@shop.test/', newPerSec: 1 }, 'bad-url', 'URL'],
  [{ url: 'https://shop.test/', newPerSec: 0 }, 'bad-config', 'newPerSec'],
  [{ url: 'https://shop.test/', newPerSec: 1e7 }, 'bad-config', 'newPerSec'],
  [{ url: `https://shop.test/${'a'.repeat(9_000)}`, newPerSec: 1 }, 'bad-config', 'url'],
  [{ url: 'https://shop.test/', newPerSec: 1, caFile: '/etc/shadow' }, 'bad-config', 'caFile'],
  [{ newPerSec: 1 }, 'bad-config', 'url'],
  ['https://shop.test/', 'bad-config', 'probe'],
])('refuses %j: %s of %s', (input, code, field) => {
  const fault = refused(input);
  expect(fault).toMatchObject({ code, field });
  expect(JSON.stringify(fault)).not.toContain('secret');
});
