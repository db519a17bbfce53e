import fc from 'fast-check';
import type { EventView } from '../api/wire.ts';
import { PAGE, PagedRows } from './paged-rows.ts';

const event = (seq: number): EventView => ({
  seq,
  type: 'provenance.attested',
  tier: 'attested',
  actor: 'agent',
  time: '0',
  principal: null,
  payload: {},
  leaf: '',
  link: '',
  canonical: '',
});
const pageOf = (page: number, size: number): EventView[] =>
  Array.from({ length: Math.max(0, Math.min(PAGE, size - page * PAGE)) }, (_, n) => event(page * PAGE + n + 1));

/** Lets what was asked for arrive. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('what is in sight in the end is here, wherever one scrolled before', async () => {
  const size = 50 * PAGE + 7;
  const sights = fc.array(fc.integer({ min: 0, max: size - 1 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sights, fc.array(fc.boolean(), { maxLength: 12 }), async (firsts, waits) => {
      const asked: number[] = [];
      const rows = new PagedRows(
        (page, signal) => {
          asked.push(page);
          return new Promise((resolve, reject) => {
            signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
            queueMicrotask(() => queueMicrotask(() => resolve(pageOf(page, size))));
          });
        },
        () => undefined,
      );
      rows.expect(0);
      rows.grow(size);
      for (const [n, first] of firsts.entries()) {
        rows.want(first, first + 40);
        if (waits[n] === true) await settled();
      }
      await settled();
      const last = firsts.at(-1)!;
      for (let index = last; index <= Math.min(last + 40, size - 1); index += 1)
        expect(rows.at(index)?.seq).toBe(index + 1);
      expect(asked.length).toBeLessThanOrEqual(2 * firsts.length + 1);
    }),
    { numRuns: 60 },
  );
});

test('events that come live join the last page where it is whole, and are read with it where it is not', async () => {
  let size = PAGE + 5;
  const rows = new PagedRows(
    (page) => Promise.resolve(pageOf(page, size)),
    () => undefined,
  );
  rows.grow(size);
  rows.append(event((size += 1)));
  expect(rows.at(size - 1)).toBeUndefined();
  rows.want(PAGE, size - 1);
  await settled();
  rows.append(event((size += 1)));
  expect([rows.at(size - 2)?.seq, rows.at(size - 1)?.seq, rows.total]).toEqual([size - 1, size, size]);
});

test('a page expected before anything is known is not read twice, and its failure is no failure', async () => {
  const asked: number[] = [];
  const errors: unknown[] = [];
  const rows = new PagedRows(
    (page) => {
      asked.push(page);
      return asked.length === 1 ? Promise.reject(new Error('early')) : Promise.resolve(pageOf(page, 3));
    },
    (error) => errors.push(error),
  );
  rows.expect(0);
  rows.grow(3);
  rows.want(0, 2);
  await settled();
  expect([asked, rows.at(2)?.seq, errors.filter((error) => error !== null)]).toEqual([[0, 0], 3, []]);
});

test('only so many pages are held', async () => {
  const size = 500 * PAGE;
  const rows = new PagedRows(
    (page) => Promise.resolve(pageOf(page, size)),
    () => undefined,
  );
  rows.grow(size);
  for (let page = 0; page < 200; page += 1) {
    rows.want(page * PAGE, page * PAGE + 30);
    await settled();
  }
  const held = Array.from({ length: 500 }, (_, page) => rows.at(page * PAGE)).filter((row) => row !== undefined);
  expect(held.length).toBeLessThanOrEqual(61);
});
