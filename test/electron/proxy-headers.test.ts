import { describe, expect, it } from 'vitest';
import {
  type ForwardedRequest,
  forwardRequest,
  forwardResponse,
  type ReceivedRequest,
} from '../../electron/roles/proxy-headers.ts';
import { timelineHeader } from '../../shared/timeline.ts';

const got: ReceivedRequest = {
  method: 'GET',
  target: '/path?q',
  version: '1.1',
  rawFields: ['Host', 'lab.test'],
  bodyFollows: false,
  clientAddress: '127.0.0.9',
  scheme: 'https',
};

function forwarded(change: Partial<ReceivedRequest>): ForwardedRequest {
  const request = forwardRequest({ ...got, ...change });
  if ('refusedWith' in request) throw new Error(`refused with ${request.refusedWith}`);
  return request;
}

function refusal(change: Partial<ReceivedRequest>): number | undefined {
  const request = forwardRequest({ ...got, ...change });
  return 'refusedWith' in request ? request.refusedWith : undefined;
}

const added = ['x-forwarded-for', '127.0.0.9', 'x-forwarded-proto', 'https', 'x-forwarded-host', 'lab.test'];
const withFields = (...rawFields: string[]) => ({ rawFields: ['Host', 'lab.test', ...rawFields] });

describe('a request on its way to the app', () => {
  it('keeps its end-to-end fields as they were spelled and says where it came from', () => {
    expect(forwarded(withFields('X-One', '1', 'x-two', '', 'X-One', '3'))).toEqual({
      method: 'GET',
      path: '/path?q',
      host: 'lab.test',
      fields: ['X-One', '1', 'x-two', '', 'X-One', '3', ...added],
      hasBody: false,
      contentLength: -1,
      expectsContinue: false,
      timelineId: undefined,
    });
  });

  it('loses all hop-by-hop fields and those named in Connection, in any spelling', () => {
    const { fields } = forwarded(
      withFields(
        ...['Keep-Alive', '5', 'TE', 'trailers', 'Trailer', 'X', 'UPGRADE', 'h2c', 'HTTP2-Settings', 'x'],
        ...['Proxy-Connection', 'close', 'Connection', 'close, X-Gone ,x-also', 'X-GONE', '1', 'X-Also', '2'],
        ...['X-Stays', '3', 'Transfer-Encoding', 'chunked', 'Expect', '100-continue'],
      ),
    );
    expect(fields).toEqual(['X-Stays', '3', ...added]);
  });

  it('has the client at the end of X-Forwarded-For and believes nothing else that the client says of itself', () => {
    const { fields } = forwarded(
      withFields(
        ...['X-Forwarded-For', '1.1.1.1', 'x-forwarded-for', '2.2.2.2', 'X-Forwarded-Proto', 'gopher'],
        ...['X-Forwarded-Host', 'evil.test', 'Connection', 'x-forwarded-for, x-forwarded-proto'],
      ),
    );
    expect(fields).toEqual(['x-forwarded-for', '1.1.1.1, 2.2.2.2, 127.0.0.9', ...added.slice(2)]);
  });

  it('keeps its length when Connection names it, so that its framing stays true', () => {
    const request = forwarded({
      method: 'POST',
      ...withFields('Content-Length', '5', 'Connection', 'content-length'),
    });
    expect(request).toMatchObject({ hasBody: true, contentLength: 5 });
    expect(request.fields.slice(0, 2)).toEqual(['content-length', '5']);
  });

  it('over HTTP/2 has its cookie crumbs joined and its authority as host', () => {
    const request = forwarded({
      version: '2',
      rawFields: [
        ':method',
        'GET',
        ':authority',
        'lab.test',
        ':path',
        '/',
        'cookie',
        'a=1',
        'x',
        'y',
        'cookie',
        'b=2',
      ],
    });
    expect(request.host).toBe('lab.test');
    expect(request.fields).toEqual(['x', 'y', 'cookie', 'a=1; b=2', ...added]);
  });

  it('takes its host from an absolute target', () => {
    expect(forwarded({ target: 'http://other.test?q' })).toMatchObject({ host: 'other.test', path: '/?q' });
    expect(forwarded({ target: '*', method: 'OPTIONS' }).path).toBe('*');
  });

  it('carries the timeline mark on and makes it known', () => {
    const request = forwarded(withFields(timelineHeader, 'id-7'));
    expect(request.timelineId).toBe('id-7');
    expect(request.fields).toContain(timelineHeader);
  });

  it('says that an upload is empty when HTTP/2 says so by a flag only', () => {
    expect(forwarded({ method: 'POST', version: '2' }).fields.slice(0, 2)).toEqual(['content-length', '0']);
    expect(forwarded({ method: 'POST', version: '2', bodyFollows: true }).fields).toEqual(added);
  });

  const refused: [string, number, Partial<ReceivedRequest>][] = [
    ['two hosts', 400, withFields('Host', 'lab.test')],
    ['a host other than the authority', 400, { version: '2', rawFields: [':authority', 'a', 'host', 'b'] }],
    ['two lengths', 400, withFields('Content-Length', '1', 'Content-Length', '1')],
    ['a length that is no number', 400, withFields('Content-Length', '0x1')],
    ['a length and chunks', 400, withFields('Content-Length', '1', 'Transfer-Encoding', 'chunked')],
    ['chunks in HTTP/1.0', 400, { version: '1.0', ...withFields('Transfer-Encoding', 'chunked') }],
    ['chunks in HTTP/2', 400, { version: '2', ...withFields('Transfer-Encoding', 'chunked') }],
    ['a coding that is not decoded here', 501, withFields('Transfer-Encoding', 'gzip, chunked')],
    ['a blank in the target', 400, { version: '2', target: '/ HTTP/1.1' }],
    ['a line break in the method', 400, { version: '2', method: 'GET /\r\n' }],
    ['a target that is no path', 400, { target: 'lab.test:443' }],
    ['an authority with a user', 400, { target: 'http://lab.test@evil.test/' }],
  ];
  it.each(refused)('is refused for %s with %i', (_name, status, change) => {
    expect(refusal(change)).toBe(status);
  });
});

describe('a response on its way to the client', () => {
  it('loses hop-by-hop fields and keeps the others, repeated ones too', () => {
    const { fields } = forwardResponse(200, [
      ...[
        ':status',
        '200',
        'Set-Cookie',
        'a=1',
        'Connection',
        'X-Gone',
        'X-Gone',
        '1',
        'Keep-Alive',
        'timeout=5',
      ],
      ...['Transfer-Encoding', 'chunked', 'Trailer', 'x', 'Upgrade', 'h2c', 'Set-Cookie', 'b=2'],
    ]);
    expect(fields).toEqual(['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']);
  });

  it('keeps its length, but for a 204, which has none', () => {
    expect(forwardResponse(200, ['Content-Length', '5', 'Connection', 'content-length'])).toEqual({
      status: 200,
      fields: ['content-length', '5'],
      contentLength: 5,
    });
    expect(forwardResponse(204, ['Content-Length', '0']).fields).toEqual([]);
    expect(forwardResponse(304, ['Content-Length', '5']).fields).toEqual(['content-length', '5']);
  });
});
