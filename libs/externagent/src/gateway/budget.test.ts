import { AnswerNotes } from './answer-notes.ts';
import { TokenBudget } from './budget.ts';

const notes = (counted: Partial<AnswerNotes>): AnswerNotes => Object.assign(new AnswerNotes(), counted);

describe('the tokens of an episode', () => {
  it('are spent at the limit, and exceeded only beyond it', () => {
    const budget = new TokenBudget(10);
    const call = notes({});
    budget.begin(call, 0);
    expect([budget.used, budget.isSpent, budget.isExceeded]).toEqual([0, false, false]);
    Object.assign(call, { input: 4, output: 6 });
    expect([budget.used, budget.isSpent, budget.isExceeded]).toEqual([10, true, false]);
    call.output = 7;
    expect([budget.used, budget.isSpent, budget.isExceeded]).toEqual([11, true, true]);
    budget.end(call, true);
    expect([budget.used, budget.isSpent, budget.isExceeded]).toEqual([11, true, true]);
  });

  it('have no end where there is no limit', () => {
    const budget = new TokenBudget(null);
    budget.begin(notes({ input: 1e9, output: 1e9 }), 0);
    expect([budget.isSpent, budget.isExceeded]).toEqual([false, false]);
  });

  it('are those of all calls, of those under way told apart', () => {
    const budget = new TokenBudget(1000);
    const [over, one, two] = [notes({ input: 5, output: 1 }), notes({ input: 3 }), notes({ streamedBytes: 9 })];
    for (const call of [over, one, two]) budget.begin(call, 0);
    budget.end(over, true);
    // What was streamed is about four bytes a token, begun ones counted.
    expect(budget.underWay).toEqual({ input: 3, output: 3 });
    expect(budget.used).toBe(12);
  });

  it('are charged by estimate for a call that its provider did not count, its request included', () => {
    const charged = (counted: Partial<AnswerNotes>, bytes: number, accepted = true): number => {
      const budget = new TokenBudget(1000);
      const call = notes(counted);
      budget.begin(call, bytes);
      budget.end(call, accepted);
      expect(budget.underWay).toEqual({ input: 0, output: 0 });
      return budget.used;
    };
    expect(charged({}, 400)).toBe(100);
    expect(charged({ input: 7 }, 400)).toBe(100);
    expect(charged({ streamedBytes: 800 }, 400)).toBe(200);
    expect(charged({ input: 7, output: 1 }, 400)).toBe(8);
    // One that was never accepted is free.
    expect(charged({ input: 7, output: 1 }, 400, false)).toBe(0);
  });
});
