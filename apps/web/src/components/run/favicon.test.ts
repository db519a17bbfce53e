import { faviconHref, faviconMark } from './favicon.ts';

const run = {
  state: 'completed',
  sealed: true,
  awaitingApproval: false,
  tiers: { enforced: 4, attested: 0, unobserved: 0 },
} as const;

test.each([
  [run, 'enforced'],
  [{ ...run, tiers: { enforced: 4, attested: 2, unobserved: 0 } }, 'attested'],
  [{ ...run, state: 'running', sealed: false }, 'running'],
  [{ ...run, state: 'running', sealed: false, awaitingApproval: true }, 'waiting'],
  [{ ...run, sealed: false }, 'unsealed'],
  [{ ...run, state: 'failed', sealed: false }, 'unsealed'],
  [{ ...run, state: 'halted' }, 'halted'],
] as const)('%j shows as %s', (state, mark) => {
  expect(faviconMark(state)).toBe(mark);
});

test('every mark is a picture of its own that needs no request', () => {
  const marks = ['running', 'waiting', 'failed', 'halted', 'unsealed', 'enforced', 'attested'] as const;
  const hrefs = marks.map(faviconHref);
  expect(new Set(hrefs).size).toBe(marks.length);
  for (const href of hrefs) expect(href).toMatch(/^data:image\/svg\+xml,%3Csvg/);
});
