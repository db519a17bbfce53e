import { linkedVerdict } from './use-linked-verdict.ts';

test.each([
  ['#verdict-ground_truth', 'ground_truth'],
  ['#verdict-', null],
  ['#verdict-Integrity', null],
  ['#integrity', null],
  ['', null],
])('an address that ends with "%s" points to the verdict %s', (hash, verdict) => {
  expect(linkedVerdict(hash)).toBe(verdict);
});
