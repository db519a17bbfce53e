import fc from 'fast-check';
import { DispatchError } from '../errors.ts';
import { isHostName, listingOf, readHostList } from './host-list.ts';

const list = readHostList(['example.org', '.below.example', 'ports.example:8443']);

test.each([
  ['example.org', 443, 'listed'],
  ['example.org', 80, 'listed'],
  ['example.org', 22, 'port_not_listed'],
  ['www.example.org', 443, 'not_listed'],
  ['below.example', 443, 'not_listed'],
  ['a.below.example', 443, 'listed'],
  ['a.b.below.example', 443, 'listed'],
  ['notbelow.example', 443, 'not_listed'],
  ['ports.example', 8443, 'listed'],
  ['ports.example', 443, 'port_not_listed'],
] as const)('%s:%d is %s', (name, port, listing) => {
  expect(listingOf(list, name, port)).toBe(listing);
});

test('a name may be listed more than once, each port is one of it, and a dot is for all below', () => {
  const more = readHostList(['a.example:1', 'a.example:65535', '.b.example:8443', 'b.example']);
  const found = (name: string, ...ports: number[]) => ports.map((port) => listingOf(more, name, port));
  expect(found('a.example', 1, 65_535, 443)).toEqual(['listed', 'listed', 'port_not_listed']);
  expect(found('b.example', 443, 8443)).toEqual(['listed', 'port_not_listed']);
  expect(found('x.b.example', 443, 8443)).toEqual(['port_not_listed', 'listed']);
  expect(more.map(({ name, below }) => [name, below])).toContainEqual(['b.example', true]);
  expect(isHostName(`${'a'.repeat(63)}.`.repeat(3) + 'a'.repeat(61))).toBe(true);
  expect(isHostName(`${'a'.repeat(63)}.`.repeat(3) + 'a'.repeat(62))).toBe(false);
});

test.each([
  ...['', '.', 'Example.org', 'example.org.', '*.example.org', 'a b', 'a/b', 'http://example.org', 'example.org:0'],
  ...[
    'example.org:65536',
    'example.org:x',
    '127.0.0.1',
    '::1',
    '[::1]',
    '0x7f.1',
    '127.1',
    '2130706433',
    'a..b',
    '-a.b',
  ],
  ...[
    'user@example.org',
    'exämple.org',
    `${'a'.repeat(64)}.org`,
    'a\0.org',
    '1.2.3.4:80',
    'x.0x7f000001',
    'x.0x',
    'example.org:000443',
  ],
])('%j names no host', (entry) => {
  expect(() => readHostList([entry])).toThrow(DispatchError);
});

test('no text is both a name and something a resolver takes for an address', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), fc.ipV6(), (text, v4, v6) => {
      expect(isHostName(v4) || isHostName(v6)).toBe(false);
      if (isHostName(text)) expect(new URL(`http://${text}/`).hostname).toBe(text);
    }),
  );
});
