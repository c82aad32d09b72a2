import { describe, expect, test } from 'vitest';
import { cookieName, type Door, judge, type Knock } from '../../../electron/loopback/admission.ts';

const door: Door = { port: 4321, token: 'the-token', session: 'the-session' };
const cookie = `${cookieName(door.port)}=${door.session}`;
const plain: Knock = {
  method: 'GET',
  target: '/',
  host: '127.0.0.1:4321',
  origin: undefined,
  cookie: undefined,
  secFetchSite: undefined,
  isUpgrade: false,
};
const knock = (changes: Partial<Knock>) => judge({ ...plain, ...changes }, door);
const refused = (status: number, reason: string) => ({ kind: 'refuse', status, reason });

describe('a request for a page', () => {
  test('is admitted with the cookie, under either own name', () => {
    expect(knock({ cookie })).toEqual({ kind: 'admit', path: '/' });
    expect(knock({ cookie, host: 'localhost:4321', target: '/assets/a.js?x=1' })).toEqual({
      kind: 'admit',
      path: '/assets/a.js',
    });
    expect(knock({ cookie: `other=1; ${cookie}; more=2` })).toEqual({ kind: 'admit', path: '/' });
  });

  test('exchanges the token, as often as it comes, for HEAD too', () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect(knock({ method, target: '/?token=the-token' })).toEqual({ kind: 'exchange', settings: null });
    }
    const both = knock({ target: '/?token=the-token&c=e30', secFetchSite: 'cross-site' });
    expect(both).toEqual({ kind: 'exchange', settings: 'e30' });
  });

  test.each([undefined, 'none', 'same-origin'])(
    'with settings is admitted with the cookie (%s)',
    (secFetchSite) => {
      expect(knock({ target: '/?c=e30', cookie, secFetchSite })).toEqual({ kind: 'admit', path: '/' });
      expect(knock({ target: '/?c=e30', secFetchSite })).toEqual(refused(401, 'no-session'));
      expect(knock({ target: '/?c=e30&token=x', cookie, secFetchSite })).toEqual(refused(401, 'wrong-token'));
    },
  );

  test.each(['cross-site', 'same-site'])(
    'with settings, led by another page (%s), is the user’s to open',
    (secFetchSite) => {
      const asked = { kind: 'ask-user', settings: 'e30' };
      expect(knock({ target: '/?c=e30', cookie, secFetchSite })).toEqual(asked);
      expect(knock({ target: '/?c=e30', secFetchSite })).toEqual(asked);
      expect(knock({ target: '/assets/a.js?c=e30', cookie, secFetchSite })).toMatchObject({ kind: 'admit' });
    },
  );

  test.each(['', 'the-toke', 'the-token2', 'THE-TOKEN', 'the-session'])(
    'the token %j is refused',
    (token) => {
      expect(knock({ target: `/?token=${token}` })).toEqual(refused(401, 'wrong-token'));
      expect(knock({ target: `/?token=${token}`, cookie })).toEqual(refused(401, 'wrong-token'));
    },
  );

  test.each([
    undefined,
    '',
    'tls-cost-lab-4321=',
    'tls-cost-lab-4321=the-token',
    'tls-cost-lab-4322=the-session',
    'x-tls-cost-lab-4321=the-session',
  ])('the cookie %j is refused', (wrong) => {
    expect(knock({ cookie: wrong })).toEqual(refused(401, 'no-session'));
    expect(knock({ cookie: wrong, target: '/assets/a.js' })).toEqual(refused(401, 'no-session'));
  });

  test.each([
    undefined,
    '',
    '127.0.0.1',
    '127.0.0.1:4322',
    'LOCALHOST:4321',
    '0.0.0.0:4321',
    '[::1]:4321',
    'lab.attacker.example:4321',
    '127.0.0.1:4321.attacker.example',
    '127.0.0.1:4321, 127.0.0.1:4321',
  ])('the host %j is refused, even with cookie and token', (host) => {
    expect(knock({ host, cookie, target: '/?token=the-token' })).toEqual(refused(421, 'no-such-host'));
  });

  test("the scheme's own port may be left out of the host", () => {
    const onPort80 = { ...door, port: 80 };
    const own = { ...plain, cookie: `${cookieName(80)}=the-session` };
    expect(judge({ ...own, host: 'localhost' }, onPort80)).toEqual({ kind: 'admit', path: '/' });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', ''])(
    'the method %j is refused',
    (method) => {
      expect(knock({ method, cookie })).toEqual(refused(405, 'method-not-allowed'));
    },
  );

  test.each(['http://attacker.example/', '*', '', 'index.html'])('the target %j is refused', (target) => {
    expect(knock({ target, cookie })).toEqual(refused(400, 'bad-target'));
  });

  test('is to be asked again by the page itself when another site led to it, once', () => {
    expect(knock({ secFetchSite: 'cross-site' })).toEqual({ kind: 'ask-again' });
    expect(knock({ secFetchSite: 'same-origin' })).toEqual(refused(401, 'no-session'));
    expect(knock({ secFetchSite: 'cross-site', target: '/a.js' })).toEqual(refused(401, 'no-session'));
  });
});

describe('a request for a WebSocket', () => {
  const upgrade = { isUpgrade: true, target: '/ws', origin: 'http://127.0.0.1:4321', cookie };

  test('is admitted with host, origin and cookie', () => {
    expect(knock(upgrade)).toMatchObject({ kind: 'admit' });
    const byName = { host: 'localhost:4321', origin: 'http://localhost:4321' };
    expect(knock({ ...upgrade, ...byName })).toMatchObject({ kind: 'admit' });
  });

  test('is refused under a foreign host', () => {
    const rebound = { host: 'attacker.example:4321', origin: 'http://attacker.example:4321' };
    expect(knock({ ...upgrade, ...rebound })).toEqual(refused(403, 'no-such-host'));
  });

  test.each([
    undefined,
    'null',
    'http://127.0.0.1:4322',
    'http://localhost:4321',
    'https://127.0.0.1:4321',
    'http://127.0.0.1:4321/',
  ])('is refused from the origin %j', (origin) => {
    expect(knock({ ...upgrade, origin })).toEqual(refused(403, 'wrong-origin'));
  });

  test('is refused without the cookie, whatever token it brings', () => {
    expect(knock({ ...upgrade, cookie: undefined })).toEqual(refused(403, 'no-session'));
    const withToken = { ...upgrade, cookie: undefined, target: '/ws?token=the-token' };
    expect(knock(withToken)).toEqual(refused(403, 'no-session'));
  });
});
