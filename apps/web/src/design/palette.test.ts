import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contrast, distance, type Vision } from './contrast.ts';

const css = readFileSync(path.join(import.meta.dirname, 'palette.css'), 'utf8');
type Colors = Readonly<Record<string, string>>;

const [screen = '', paper = ''] = [...css.matchAll(/\{[^{}]*--paper:[^{}]*\}/g)].map(([block]) => block);
const pairs = [...screen.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
const light: Colors = Object.fromEntries(pairs.map(([, name, color]) => [name!, color!]));
const dark: Colors = Object.fromEntries(pairs.map(([, name, , color]) => [name!, color!]));
const print: Colors = Object.fromEntries(
  [...paper.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, color]) => [name!, color!]),
);
const SCHEMES: readonly (readonly [string, Colors])[] = [
  ['light', light],
  ['dark', dark],
  ['print', print],
];
const GROUNDS = ['paper', 'sheet', 'well'];
const TIERS = ['enforced', 'attested', 'unobserved'];

test('every colour has a light and a dark form, and paper has all but the focus', () => {
  expect(screen.match(/--[\w-]+:/g)).toHaveLength(pairs.length);
  expect(Object.keys(print)).toEqual(Object.keys(light).filter((name) => name !== 'focus'));
});

describe.each(SCHEMES)('%s', (_name, colors) => {
  test.each(['ink', 'ink-2', 'ink-3', 'pass', 'fail', ...TIERS])('%s reads as text on every ground', (color) => {
    for (const ground of GROUNDS) expect(contrast(colors[color]!, colors[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  test('borders of fields stand out by three to one', () => {
    for (const ground of ['paper', 'sheet'])
      expect(contrast(colors['rule-strong']!, colors[ground]!)).toBeGreaterThanOrEqual(3);
  });

  test('a warning reads on its own ground', () => {
    expect(contrast(colors['on-alarm']!, colors['alarm']!)).toBeGreaterThanOrEqual(4.5);
  });

  test.each<Vision>(['full', 'protanopia', 'deuteranopia', 'tritanopia'])(
    'the three tiers stay apart with %s',
    (vision) => {
      for (const [one, other] of [
        ['enforced', 'attested'],
        ['enforced', 'unobserved'],
        ['attested', 'unobserved'],
      ]) {
        expect(distance(colors[one!]!, colors[other!]!, vision)).toBeGreaterThan(0.15);
      }
    },
  );
});

test('contrast knows the extremes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
