import { jest } from '@jest/globals';
import type { Sql } from 'postgres';
import { Desks } from './desks.ts';

/** Answers every look with how the approval stands at that moment. */
function approvals() {
  let state = 'pending';
  let looks = 0;
  const looked: (() => void)[] = [];
  const sql = (() => {
    looks += 1;
    for (const tell of looked.splice(0)) tell();
    return Promise.resolve([{ state, left: 60_000, decisions: [] }]);
  }) as unknown as Sql;
  return {
    sql,
    looks: () => looks,
    nextLook: () => new Promise<void>((done) => looked.push(done)),
    approve: () => (state = 'approved'),
  };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a desk hears of a decision by the ring alone, and of those of other runs nothing', async () => {
  const { sql, looks, nextLook, approve } = approvals();
  const desks = new Desks(sql);
  const never = new AbortController().signal;
  const desk = desks.deskOf({ run: 'mine', workspace: 'w', release: never, lost: () => false });
  const first = nextLook();
  const ruling = desk.ruling('approval', never);
  await first;
  approve();
  // No time passes here: what is not rung for is not looked at.
  desks.ring('other');
  await jest.advanceTimersByTimeAsync(0);
  expect(looks()).toBe(1);
  desks.ring('mine');
  expect(await ruling).toEqual({ state: 'approved', decisions: [] });
  expect(looks()).toBe(2);
});

test('a ring that was lost is made up for by a look', async () => {
  const { sql, nextLook, approve } = approvals();
  const never = new AbortController().signal;
  const desk = new Desks(sql).deskOf({ run: 'mine', workspace: 'w', release: never, lost: () => false });
  const first = nextLook();
  const ruling = desk.ruling('approval', never);
  await first;
  approve();
  await jest.advanceTimersByTimeAsync(2000);
  expect(await ruling).toMatchObject({ state: 'approved' });
});
