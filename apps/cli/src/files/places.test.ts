import { nodeHasher } from '@runseal/spine/node';
import { Places } from './places.ts';

const name = (n: number): Uint8Array => nodeHasher.sha256(Buffer.from(String(n)));

test('Each is found where it stands, however many there are, and no other', () => {
  const places = new Places();
  for (let n = 0; n < 1_000; n += 1) places.add(name(n), { at: n * 2 ** 33, length: n });
  places.add(name(7), { at: 7 * 2 ** 33, length: 7 });
  for (let n = 0; n < 1_000; n += 1) expect(places.find(name(n))).toEqual({ at: n * 2 ** 33, length: n });
  expect(places.find(name(1_000))).toBeUndefined();
  expect(places.find(new Uint8Array(32))).toBeUndefined();
  expect(places.find(new Uint8Array(32).fill(255))).toBeUndefined();
  expect(places.find(new Uint8Array())).toBeUndefined();
});

test('None is found among none, and a name is a hash', () => {
  expect(new Places().find(name(1))).toBeUndefined();
  expect(() => new Places().add(new Uint8Array(31), { at: 0, length: 1 })).toThrow(TypeError);
});
