import { codeOf } from '../problem/code-of.ts';
import { Gate } from './gate.ts';

const refusal = (enter: () => unknown): string => {
  try {
    enter();
    return '';
  } catch (error) {
    return codeOf(error);
  }
};

test('one principal gets a quarter, everybody together all of it', () => {
  const gate = new Gate(8);
  for (const who of ['a', 'b', 'c', 'd']) {
    gate.enter(who);
    gate.enter(who);
    expect(refusal(() => gate.enter(who))).toBe('too_many_streams');
  }
  expect(refusal(() => gate.enter('e'))).toBe('too_many_streams');
});

test('leaving frees one place, and only one, however often it is said', () => {
  const gate = new Gate(4);
  const leave = gate.enter('a');
  leave();
  leave();
  gate.enter('a');
  expect(refusal(() => gate.enter('a'))).toBe('too_many_streams');
});
