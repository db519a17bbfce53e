import { isStoreAway } from './store-away.ts';

const error = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test.each(['CONNECTION_CLOSED', 'ECONNREFUSED', '57P01', '57P03', '08006', 'runseal.store_unavailable'])(
  '%s means the database is away',
  (code) => {
    expect(isStoreAway(error(code))).toBe(true);
    expect(isStoreAway(new Error('wrapped', { cause: new Error('twice', { cause: error(code) }) }))).toBe(true);
  },
);

test.each(['23505', '42P01', 'ENOSPC', 'runseal.fenced'])('%s does not', (code) => {
  expect(isStoreAway(error(code))).toBe(false);
});

test('a missing file is not a missing database; a missing socket is', () => {
  expect(isStoreAway(error('ENOENT', { syscall: 'open' }))).toBe(false);
  expect(isStoreAway(error('ENOENT', { syscall: 'connect' }))).toBe(true);
});

test('things that are no errors, and errors that cause themselves, do no harm', () => {
  const loop = new Error('loop') as Error & { cause?: unknown };
  loop.cause = loop;
  for (const thing of [null, undefined, 'ECONNREFUSED', 42, loop]) expect(isStoreAway(thing)).toBe(false);
});
