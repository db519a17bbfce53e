import { codeOf } from '../problem/code-of.ts';
import { Turns } from './turns.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begun = false;
  const work = (): Promise<void> => {
    begun = true;
    return ended;
  };
  return { work, end: () => end(), begun: () => begun };
}

test('two questions are worked on at once, the others in the order in which they came', async () => {
  const turns = new Turns();
  const questions = [held(), held(), held(), held()];
  const answers = questions.map(({ work }) => turns.take('a', never, work));
  expect(questions.map(({ begun }) => begun())).toEqual([true, true, false, false]);
  questions[1]!.end();
  await answers[1];
  expect(questions.map(({ begun }) => begun())).toEqual([true, true, true, false]);
  questions.forEach(({ end }) => end());
  await Promise.all(answers);
});

test('a question that fails gives its turn to the next', async () => {
  const turns = new Turns();
  const failed = Array.from({ length: 3 }, () => turns.take('a', never, () => Promise.reject(new Error('no'))));
  expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  await expect(turns.take('a', never, () => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('who is gone is not worked for, and holds up nobody', async () => {
  const turns = new Turns();
  const working = [held(), held()];
  const answers = working.map(({ work }) => turns.take('a', never, work));
  const gone = new AbortController();
  const left = held();
  const asked = turns.take('a', gone.signal, left.work);
  gone.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  working.forEach(({ end }) => end());
  await Promise.all(answers);
  expect(left.begun()).toBe(false);
  await expect(turns.take('a', gone.signal, () => Promise.resolve('yes'))).rejects.toThrow('gone');
});

test('one principal that asks too much is refused, and others are not', async () => {
  const turns = new Turns();
  const one = held();
  const asked = Array.from({ length: 18 }, () => turns.take('a', never, one.work));
  const refusal: unknown = await turns.take('a', never, one.work).catch((error: unknown) => error);
  expect(codeOf(refusal)).toBe('too_many_questions');
  const other = turns.take('b', never, () => Promise.resolve('yes'));
  one.end();
  await expect(other).resolves.toBe('yes');
  await Promise.all(asked);
});

test('an answer that holds much keeps its place until it was sent, and not for ever', async () => {
  const turns = new Turns();
  const sending = held();
  const asked = { principal: 'a', signal: never };
  const first = await turns.takeUntilSent({ ...asked, sent: sending.work() }, () => Promise.resolve('first'));
  const stays = await turns.takeUntilSent({ ...asked, sent: new Promise(() => undefined), longestMs: 20 }, () =>
    Promise.resolve('stays'),
  );
  expect([first, stays]).toEqual(['first', 'stays']);
  const waits = held();
  const third = turns.take('a', never, waits.work);
  const other = held();
  const fourth = turns.take('a', never, other.work);
  expect([waits.begun(), other.begun()]).toEqual([false, false]);
  sending.end();
  other.end();
  // The third has the place of what was sent; the fourth that of a reader that takes nothing, once its time is over.
  await fourth;
  expect(waits.begun()).toBe(true);
  waits.end();
  await third;
});

test('work that fails before there is anything to send gives its place to the next', async () => {
  const turns = new Turns();
  const sending = { principal: 'a', signal: never, sent: new Promise(() => undefined) };
  const failed = Array.from({ length: 3 }, () => turns.takeUntilSent(sending, () => Promise.reject(new Error('no'))));
  expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  await expect(turns.take('a', never, () => Promise.resolve('yes'))).resolves.toBe('yes');
});
