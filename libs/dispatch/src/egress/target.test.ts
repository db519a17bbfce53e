import { authorityOf } from './target.ts';

test.each([
  ['good.example:443', 'good.example', 443],
  ['good.example:1', 'good.example', 1],
  ['good.example:65535', 'good.example', 65_535],
  ['[2606:4700::1111]:443', '[2606:4700::1111]', 443],
  [`${'a'.repeat(253)}:80`, 'a'.repeat(253), 80],
])('%s is a host and a port', (text, host, port) => {
  expect(authorityOf(text)).toEqual({ host, port });
});

test.each([
  ...['', ':443', 'good.example', 'good.example:', 'good.example:0', 'good.example:65536', 'good.example:-1'],
  ...['good.example:443x', 'good.example:443/', 'good.example:443\n', 'good.example:0x1bb', 'good.example:000443'],
  ...['evil.example:80:443', 'user@good.example:443', 'http://good.example:443', '/good.example:443', 'a b:443'],
  ...['::1:443', '[::1]', '[::1]x:443', 'x[::1]:443', `${'a'.repeat(254)}:80`],
])('%j is none', (text) => {
  expect(authorityOf(text)).toBeNull();
});
