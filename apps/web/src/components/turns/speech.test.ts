import { speech } from './speech.ts';

const said = (text: string, told = 0, cut = 0) => speech({ pieces: [text], cut }, told);

test('only whole sentences are read out, each once', () => {
  expect(said('One two')).toBeNull();
  const first = said('One two. Three four');
  expect(first).toEqual({ text: 'One two.', upTo: 9 });
  expect(said('One two. Three four', first?.upTo)).toBeNull();
  expect(said('One two. Three four!\nFive', first?.upTo)).toMatchObject({ text: 'Three four!' });
});

test('of much at once only the beginning is read out', () => {
  const { text, upTo } = said('A sentence. '.repeat(100))!;
  expect(text.length).toBeLessThan(430);
  expect(text).toMatch(/… and more, on the page\.$/);
  expect(upTo).toBe(1200);
});

test('what is not held any more is passed over', () => {
  expect(said('Late. And on', 5, 1000)).toMatchObject({ text: 'Late.', upTo: 1006 });
});
