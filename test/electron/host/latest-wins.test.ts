import { expect, test } from 'vitest';
import { latestWins } from '../../../electron/host/latest-wins.ts';

interface Note {
  key?: string;
  text: string;
}

function outlet() {
  const posted: string[] = [];
  const state = { isBusy: false };
  const events = latestWins<Note>(
    { post: (note) => posted.push(note.text), busy: () => state.isBusy },
    (note) => note.key,
  );
  return { posted, state, events };
}

test('while the outlet is free everything goes at once', () => {
  const { posted, events } = outlet();
  events.send({ key: 'a', text: 'a1' });
  events.send({ text: 'status' });
  events.send({ key: 'a', text: 'a2' });
  expect(posted).toEqual(['a1', 'status', 'a2']);
  expect(events.isWaiting()).toBe(false);
});

test('while it is busy only the newest of each key waits, in the place of the oldest', () => {
  const { posted, state, events } = outlet();
  state.isBusy = true;
  for (const text of ['a1', 'b1', 'a2', 'b2', 'a3']) events.send({ key: text.charAt(0), text });
  expect(posted).toEqual([]);
  state.isBusy = false;
  events.flush();
  expect(posted).toEqual(['a3', 'b2']);
  expect(events.isWaiting()).toBe(false);
});

test('what has no key goes out even then, all of it, in order', () => {
  const { posted, state, events } = outlet();
  state.isBusy = true;
  events.send({ key: 'a', text: 'a1' });
  for (let n = 0; n < 100; n++) events.send({ text: `fault ${n}` });
  expect(posted).toEqual(Array.from({ length: 100 }, (_, n) => `fault ${n}`));
  expect(events.isWaiting()).toBe(true);
});

test('an outlet that becomes busy half-way keeps the rest waiting, in order', () => {
  const posted: string[] = [];
  let room = 0;
  const events = latestWins<Note>(
    {
      post: (note) => {
        posted.push(note.text);
        room -= 1;
      },
      busy: () => room <= 0,
    },
    (note) => note.key,
  );
  for (const key of ['a', 'b', 'c']) events.send({ key, text: key });
  room = 1;
  events.flush();
  expect(posted).toEqual(['a']);
  room = 9;
  events.flush();
  expect(posted).toEqual(['a', 'b', 'c']);
});
