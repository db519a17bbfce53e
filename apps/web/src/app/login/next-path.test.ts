import { nextPath } from './next-path.ts';

test('a path of ours is kept, with its search', () => {
  expect(nextPath('/runs/x?event=3')).toBe('/runs/x?event=3');
});

test.each([
  null,
  '',
  'runs',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  '/',
])('%p leads to the overview', (wanted) => {
  expect(nextPath(wanted)).toBe('/overview');
});
