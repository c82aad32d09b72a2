import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { linkPage } from '../../electron/desktop/ipc-channel.ts';
import { serveClient } from '../../electron/host/serve-client.ts';
import type { Channel } from '../../shared/channel.ts';
import { createFixtureHost } from '../host/fixture-host.ts';

function openLink() {
  const sent: string[] = [];
  const channels: Channel[] = [];
  const heard: unknown[][] = [];
  let ended = 0;
  const link = linkPage(
    (text) => sent.push(text),
    (channel) => {
      const messages: unknown[] = [];
      channel.on((message) => messages.push(message));
      channels.push(channel);
      heard.push(messages);
      return () => ended++;
    },
  );
  return { link, sent, channels, heard, ended: () => ended };
}

describe('a page over IPC', () => {
  it('is a client from its hello on', () => {
    const { link, sent, channels, heard } = openLink();
    link.receive('{"before":"hello"}');
    link.receive('hello');
    link.receive('{"t":"q"}');
    channels[0]?.post({ a: 1 });
    expect(heard).toEqual([[{ t: 'q' }]]);
    expect(sent).toEqual(['{"a":1}']);
  });

  it('that is loaded again is another client, and the first gets nothing more', () => {
    const { link, sent, channels, heard, ended } = openLink();
    link.receive('hello');
    link.receive('hello');
    expect(ended()).toBe(1);
    link.receive('1');
    expect(heard).toEqual([[], [1]]);
    channels[0]?.post('to the first');
    channels[1]?.post('to the second');
    expect(sent).toEqual(['"to the second"']);
  });

  it('that is gone is served no more', () => {
    const { link, sent, channels, ended } = openLink();
    link.receive('hello');
    link.end();
    link.receive('1');
    channels[0]?.post('late');
    expect([ended(), sent]).toEqual([1, []]);
  });

  it('that sees nothing is busy until it has caught up', () => {
    const { link, channels } = openLink();
    link.receive('hello');
    for (let at = 0; at < 9; at++) channels[0]?.post(at);
    expect(channels[0]?.busy()).toBe(true);
    link.receive('seen');
    expect(channels[0]?.busy()).toBe(false);
  });

  it('can not claim to have seen more than there was', () => {
    const { link, channels } = openLink();
    link.receive('hello');
    for (let at = 0; at < 100; at++) link.receive('seen');
    for (let at = 0; at < 9; at++) channels[0]?.post(at);
    expect(channels[0]?.busy()).toBe(true);
  });

  it.each([
    ['a text that is no JSON', '{"t":'],
    ['a call that does not exist', '{"t":"q","m":"constructor","a":[],"i":"1"}'],
    ['something other than a text', { t: 'q', m: 'start', a: [], i: '1' }],
    ['nothing', undefined],
  ])('is told when it sends %s, and nothing breaks', async (_what, given) => {
    const sent: string[] = [];
    const host = createFixtureHost();
    const link = linkPage(
      (text) => sent.push(text),
      (channel) => serveClient(host, channel),
    );
    link.receive('hello');
    link.receive(given);
    await nextTurn();
    expect(sent.join()).toContain('bad-message');
    link.end();
    expect(host.listenerCount()).toBe(0);
  });
});
