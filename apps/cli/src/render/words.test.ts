import type { Io } from '../io.ts';
import { WordsOnScreen } from './words.ts';

function screen(isTTY = true): { io: Io; shown: () => string } {
  let written = '';
  const stdout = { isTTY, write: (text: string) => (written += text) };
  return {
    io: { stdout, stderr: stdout, env: { NO_COLOR: '1' }, signal: new AbortController().signal },
    shown: () => written,
  };
}

const piece = (after: number, from: number, text: string) => ({ turn: 1, after, from, text });
const MARK = 'Not on the record yet, shown as it is said:\n';

test('words are shown as they come, marked once, and are the same as what is recorded when they are', () => {
  const { io, shown } = screen();
  const words = new WordsOnScreen(io, false);
  words.say(piece(5, 0, 'Once '));
  words.say(piece(5, 5, 'upon\na time'));
  words.pause();
  expect(shown()).toBe(`${MARK}Once upon\na time\n`);
  expect(words.against('Once upon\na time')).toBe('the same');
  expect(words.against('Once upon a time')).toBe('other words');
});

test('what was missed is said, and then the words are never the same as the record', () => {
  const { io, shown } = screen();
  const words = new WordsOnScreen(io, false);
  words.say(piece(5, 0, 'Once '));
  words.say(piece(5, 10, 'time'));
  expect(shown()).toBe(`${MARK}Once  [… some words were not heard here] time`);
  expect(words.against('Once time')).toBe('other words');
});

test('of words that come after what followed them nothing is shown', () => {
  const { io, shown } = screen();
  const words = new WordsOnScreen(io, false);
  words.begin(6);
  words.say(piece(5, 0, 'late'));
  expect([shown(), words.against('late')]).toEqual(['', 'nothing']);
});

test('escapes, controls and direction marks are made visible, and a character that came in two pieces is one', () => {
  const { io, shown } = screen();
  const words = new WordsOnScreen(io, false);
  words.say(piece(5, 0, 'a\u001b[31m\u202e\ud83d'));
  words.say(piece(5, 8, '\ude00!'));
  expect(shown()).toBe(`${MARK}a\\u{1b}[31m\\u{202e}\u{1f600}!`);
});

test.each([
  ['into a pipe', false, false],
  ['as JSON', true, true],
])('nothing is shown %s', (_, isTTY, json) => {
  const { io, shown } = screen(isTTY);
  const words = new WordsOnScreen(io, json);
  words.say(piece(5, 0, 'Once'));
  words.pause();
  expect([shown(), words.against('Once')]).toEqual(['', 'nothing']);
});
