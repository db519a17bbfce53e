import { TIERS } from '../tier/tiers.ts';
import { GLOSSARY, TERMS } from '../../words/glossary.ts';
import { placeOf } from './place.ts';

const page = { width: 390, height: 800 };

test('a tip stays inside of the window, however near to its edge the word is', () => {
  for (const left of [0, 40, 200, 385]) {
    const place = placeOf({ left, top: 20, bottom: 40 }, page);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.left + place.width).toBeLessThanOrEqual(page.width);
  }
});

test('at the foot of the window a tip stands above its word', () => {
  expect(placeOf({ left: 0, top: 20, bottom: 40 }, page)).toMatchObject({ top: 40 });
  expect(placeOf({ left: 0, top: 760, bottom: 780 }, page)).toMatchObject({ bottom: 40, top: 'auto' });
});

test('every tier has its word in the glossary, and no word is explained twice', () => {
  for (const tier of TIERS) expect(Object.keys(GLOSSARY)).toContain(tier === 'unobserved' ? 'gap' : tier);
  expect(new Set(TERMS.map((term) => GLOSSARY[term].word)).size).toBe(TERMS.length);
});
