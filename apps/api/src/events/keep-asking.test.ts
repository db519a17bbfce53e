import { ProblemError } from '../problem/problem.ts';
import { keepAsking } from './keep-asking.ts';

const never = new AbortController().signal;
const denied = new ProblemError(401, 'key_invalid', 'no');

/** Asks with these answers, in order, and then for as long as it is asked. */
function asking(...answers: readonly (Error | null)[]) {
  const told: string[] = [];
  let asked = 0;
  const ask = () => {
    const answer = answers[asked] ?? null;
    asked += 1;
    return answer === null ? Promise.resolve() : Promise.reject(answer);
  };
  return { told, asked: () => asked, ask, refused: (problem: ProblemError) => void told.push(problem.code) };
}

test('it is refused once, at the first refusal', async () => {
  const one = asking(null, null, denied, denied);
  await keepAsking({ everyMs: 1, signal: never, ...one });
  expect([one.asked(), one.told]).toEqual([3, ['key_invalid']]);
});

test('what is not about the reader refuses nobody', async () => {
  const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  const one = asking(away, new Error('a bug'), denied);
  await keepAsking({ everyMs: 1, signal: never, ...one });
  expect([one.asked(), one.told]).toEqual([3, ['key_invalid']]);
});

test('it ends with the stream', async () => {
  const stop = new AbortController();
  const one = asking();
  const over = keepAsking({ everyMs: 60_000, signal: stop.signal, ...one });
  stop.abort();
  await over;
  expect([one.asked(), one.told]).toEqual([0, []]);
});
