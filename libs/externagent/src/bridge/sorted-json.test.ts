import fc from 'fast-check';
import { sortedJson } from './sorted-json.ts';

const turned = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    inner === null || typeof inner !== 'object' || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).reverse()),
  );

it('holds all of a value, the same for every order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(sortedJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(sortedJson(turned(value))).toBe(sortedJson(value));
    }),
  );
});

it.each(['{"10":2,"9":3,"__proto__":[1],"a":{"__proto__":[]},"b":1}', '[[],{},null,"\\ud800",0,1e+300,true,-0.5]'])(
  'writes %s as it stands',
  (text) => expect(sortedJson(JSON.parse(text))).toBe(text),
);
