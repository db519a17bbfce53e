import fc from 'fast-check';
import { jest } from '@jest/globals';
import type { EventView } from '../api/wire.ts';
import { WordsHeard, type WordsShown } from './words-shown.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function shownBy(words: WordsHeard): WordsShown | null {
  jest.runAllTimers();
  return words.read();
}
const say = (words: WordsHeard, after: number, from: number, text: string, turn = 1): void =>
  words.hear({ delta: JSON.stringify({ turn, after, from, text }) });
const happen = (words: WordsHeard, seq: number, type: string, payload: object = {}): void =>
  words.hear({ event: { seq, type, payload } as EventView });

test('pieces that follow each other are one text; what was missed is a break in it', () => {
  const words = new WordsHeard();
  say(words, 5, 0, 'Once ');
  say(words, 5, 5, 'upon ');
  expect(shownBy(words)).toEqual({ turn: 1, pieces: ['Once upon '], missedBefore: false, cut: 0, recorded: null });
  say(words, 5, 12, 'time');
  expect(shownBy(words)?.pieces).toEqual(['Once upon ', 'time']);
});

test('who comes in the midst sees that there was a beginning', () => {
  const words = new WordsHeard();
  say(words, 5, 40, 'the end');
  expect(shownBy(words)).toMatchObject({ pieces: ['the end'], missedBefore: true });
});

test('an answer on the record takes the place of what was shown, and what comes late is dropped', () => {
  const words = new WordsHeard();
  say(words, 5, 0, 'Once ');
  happen(words, 6, 'model.answered', { error_class: null });
  say(words, 5, 5, 'late');
  expect(shownBy(words)).toMatchObject({ pieces: ['Once '], recorded: 6 });
  happen(words, 7, 'dispatch.start');
  expect(shownBy(words)).toBeNull();
  say(words, 9, 0, 'And then');
  expect(shownBy(words)).toMatchObject({ pieces: ['And then'], missedBefore: false, recorded: null });
});

test.each([
  ['model.answered', { error_class: 'model_unreachable' }],
  ['session.lifecycle', { change: 'turn_canceled' }],
  ['run.halted', {}],
])('nothing is left of words when %s says that no answer came', (type, payload) => {
  const words = new WordsHeard();
  say(words, 5, 0, 'Once ');
  happen(words, 6, type, payload);
  expect(shownBy(words)).toBeNull();
});

test('words that are here before the events they followed are not taken for recorded by those', () => {
  const words = new WordsHeard();
  say(words, 10, 0, 'Twice ', 2);
  happen(words, 7, 'episode.ended');
  happen(words, 10, 'model.called');
  say(words, 10, 6, 'upon', 2);
  expect(shownBy(words)).toMatchObject({ pieces: ['Twice upon'], recorded: null });
});

test('what is said from the start again replaces what was heard before', () => {
  const words = new WordsHeard();
  say(words, 5, 0, 'Once upon');
  say(words, 5, 0, 'Once');
  expect(shownBy(words)?.pieces).toEqual(['Once']);
});

test('however the stream breaks, what is shown as one piece was said as one piece', () => {
  const said = Array.from({ length: 400 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 399 }), { maxLength: 30 });
  fc.assert(
    fc.property(cuts, fc.array(fc.boolean(), { minLength: 31, maxLength: 31 }), (at, lost) => {
      const words = new WordsHeard();
      const edges = [0, ...at.sort((a, b) => a - b), 400];
      const kept = edges.slice(0, -1).filter((_, n) => lost[n] === false);
      for (const from of kept) say(words, 3, from, said.slice(from, edges[edges.indexOf(from) + 1]));
      const shown = shownBy(words);
      for (const piece of shown?.pieces ?? []) expect(said).toContain(piece);
      expect(shown?.missedBefore ?? false).toBe(kept.length > 0 && kept[0] !== 0);
    }),
  );
});

test('of a very long answer the end is held, and how much is missing', () => {
  const words = new WordsHeard();
  for (let from = 0; from < 90_000; from += 1_000) say(words, 5, from, 'x'.repeat(1_000));
  const shown = shownBy(words);
  expect([shown?.pieces.join('').length, shown?.cut]).toEqual([20_000, 70_000]);
});

test.each([
  '',
  'null',
  '[]',
  '{"turn":1}',
  '{"turn":1,"after":-1,"from":0,"text":"x"}',
  '{"turn":1,"after":0,"from":0}',
])('a delta that is none is no words: %s', (delta) => {
  const words = new WordsHeard();
  words.hear({ delta });
  expect(shownBy(words)).toBeNull();
});
