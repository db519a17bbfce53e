import { chosenScheme } from './scheme.ts';

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['auto', 'auto'],
  ['"><script>', 'auto'],
  [undefined, 'auto'],
])('the cookie %j means %s', (value, scheme) => {
  expect(chosenScheme(value)).toBe(scheme);
});
