import { shookHands } from './examine.ts';

it('hands are shaken by an answer to the first request, whatever else is printed', () => {
  expect(shookHands('noise\n{"method":"x"}\n{"id":1,"result":{"userAgent":"x"}}\n')).toBe(true);
  for (const printed of [
    '',
    '{"id":1,"error":{}}',
    '{"id":2,"result":{}}',
    '{"id":1,"result":7}',
    '{"id":1,"result":{',
  ])
    expect(shookHands(printed)).toBe(false);
});
