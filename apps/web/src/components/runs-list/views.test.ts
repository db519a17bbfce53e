import fc from 'fast-check';
import { NO_FILTER } from '../../api/use-runs.ts';
import { conditionsOf } from './conditions.ts';
import { dayOf, instantOf } from './days.ts';
import { viewHref, viewsFile, viewsOf, withView } from './views.ts';

const failing = { ...NO_FILTER, verdict: 'failing', harness: 'codex' };

test('a view comes back from its file as it was saved, and leads to its list', () => {
  const views = withView([], '  failing codex ', failing);
  expect(viewsOf(viewsFile(views))).toEqual(views);
  expect(views).toEqual([{ name: 'failing codex', filter: { harness: 'codex', verdict: 'failing' } }]);
  expect(viewHref(views[0]!)).toBe('/runs?harness=codex&verdict=failing');
});

test('saving under a name again replaces that view alone', () => {
  const views = withView(withView(withView([], 'b', failing), 'a', failing), 'b', { ...NO_FILTER, q: 'x' });
  expect(views.map(({ name, filter }) => [name, Object.keys(filter)])).toEqual([
    ['a', ['harness', 'verdict']],
    ['b', ['q']],
  ]);
});

test('a file of anything never becomes a condition that is none', () => {
  expect(viewsOf('{"format":"other","views":[]}')).toBeNull();
  expect(viewsOf('not json')).toBeNull();
  const hostile = { format: 'runseal-views/1', views: [{ name: 'x', filter: { q: 1, __proto__: 'a', evil: 'b' } }, 7] };
  expect(viewsOf(JSON.stringify(hostile))).toEqual([{ name: 'x', filter: {} }]);
  fc.assert(
    fc.property(fc.json(), (text) => {
      for (const view of viewsOf(`{"format":"runseal-views/1","views":[${text}]}`) ?? [])
        expect(Object.keys(NO_FILTER)).toEqual(expect.arrayContaining(Object.keys(view.filter)));
    }),
  );
});

test('a day is the same day after it went through the address', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2026-12-31']) expect(dayOf(instantOf(day))).toBe(day);
  expect([instantOf(''), instantOf('soon'), dayOf('soon')]).toEqual(['', '', '']);
});

test('every condition is told in words, and one nobody knows as it stands', () => {
  const words = conditionsOf({ ...NO_FILTER, share: 'all', gap: 'model_calls', verdict: 'other', since: 'x' }).map(
    (condition) => condition.words,
  );
  expect(words).toEqual(['share: all enforced', 'gap: model calls', 'verdict: other', 'since: x']);
});
