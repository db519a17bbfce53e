import { Bell } from './bell.ts';

const never = new AbortController().signal;
const LONG = 60_000;

test('a ring before the wait is not missed', async () => {
  const bell = new Bell();
  bell.ring();
  await bell.wait(LONG, never);
});

test('a ring during the wait ends it', async () => {
  const bell = new Bell();
  const waiting = bell.wait(LONG, never);
  bell.ring();
  await waiting;
});

test('many rings are one, and the next wait waits again', async () => {
  const bell = new Bell();
  bell.ring();
  bell.ring();
  await bell.wait(LONG, never);
  let over = false;
  const waiting = bell.wait(LONG, never).then(() => (over = true));
  await new Promise(setImmediate);
  expect(over).toBe(false);
  bell.ring();
  await waiting;
});

test('time and abort end a wait', async () => {
  await new Bell().wait(1, never);
  const stop = new AbortController();
  const waiting = new Bell().wait(LONG, stop.signal);
  stop.abort();
  await waiting;
  await new Bell().wait(LONG, stop.signal);
});
