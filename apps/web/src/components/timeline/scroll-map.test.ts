import fc from 'fast-check';
import { MOST_PX, ScrollMap } from './scroll-map.ts';

const VIEW = 900;

test('a list that fits is laid out as it is', () => {
  const map = new ScrollMap(32_000, VIEW);
  expect(map.height).toBe(32_000);
  for (const position of [0, 500, 31_000, 12]) expect([map.scrolled(position), map.offset]).toEqual([null, 0]);
});

test('a jump of the scroll bar goes to the same share of a long list, its end to the end', () => {
  const whole = 4 * MOST_PX;
  const map = new ScrollMap(whole, VIEW);
  expect(map.height).toBe(MOST_PX);
  map.scrolled(MOST_PX / 2);
  expect((MOST_PX / 2 + map.offset) / whole).toBeCloseTo(0.5, 1);
  map.scrolled(MOST_PX - VIEW);
  expect(MOST_PX - VIEW + map.offset).toBe(whole - VIEW);
  map.scrolled(0);
  expect(map.offset).toBe(0);
});

test('small steps move as many pixels as they say, through the whole list and back', () => {
  const whole = MOST_PX * 1.5;
  const map = new ScrollMap(whole, VIEW);
  let position = 0;
  let place = 0;
  for (const step of [700, -700]) {
    for (let n = 0; n < 20_000; n += 1) {
      const wanted = position + step;
      if (wanted < 0 || wanted > map.height - VIEW) break;
      position = map.scrolled(wanted) ?? wanted;
      place += step;
      expect(position + map.offset).toBe(place);
    }
    expect(place).toBe(step > 0 ? Math.floor((whole - VIEW) / 700) * 700 : 0);
  }
});

test('every place can be gone to, and stays where it is when the list grows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (more, share) => {
      const whole = MOST_PX + more;
      const place = Math.floor(share * (whole - VIEW));
      const map = new ScrollMap(whole, VIEW);
      const position = map.goTo(place);
      expect(position + map.offset).toBe(place);
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThanOrEqual(map.height - VIEW + 1);
      const grown = new ScrollMap(whole + 32, VIEW);
      const kept = grown.follow(map) ?? position;
      expect(kept + grown.offset).toBe(place);
    }),
  );
});
