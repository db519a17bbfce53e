import { withLongGreeting } from './greeting.ts';

const optionsOf = (url: string): string => new URLSearchParams(url.split('?')[1]).get('options') ?? '';

test.each(['postgres://u:p@h:5432/d', 'postgres://u:p@a:1,b:2/d?sslmode=require'])(
  'The options of %s are blanks, and the rest is as it was',
  (url) => {
    const long = withLongGreeting(url);
    expect(optionsOf(long)).toMatch(/^ {1024}$/);
    expect(long.startsWith(url.split('?')[0]!)).toBe(true);
    expect(long.includes('sslmode=require')).toBe(url.includes('sslmode'));
  },
);

test('Options that are there are kept', () => {
  expect(optionsOf(withLongGreeting('postgres://h/d?options=-c%20geqo%3Doff'))).toMatch(/^-c geqo=off {1012,}$/);
});
