import { consistencyProof, Frontier, leafHash, leafReader, toHex } from '@runseal/spine';
import { toBase64 } from '@runseal/spine/ledger';
import { checkAgainstSeen, parseSeenHead } from './seen-head.ts';

const leaves = (word: string, size: number) =>
  Array.from({ length: size }, (_, n) => leafHash(new TextEncoder().encode(`${word} ${String(n)}`)));
function headOf(word: string, size: number) {
  const frontier = new Frontier();
  for (const leaf of leaves(word, size)) frontier.append(leaf);
  return { origin: 'log.example', size, root: toHex(frontier.root()) };
}
const proofOf = (word: string, size: number) => async (from: number, to: number) =>
  (await consistencyProof(from, to, leafReader(leaves(word, size)))).map(toBase64);
const seen = { ...headOf('honest', 5), seenAt: '2026-01-01T00:00:00Z' };
const check = (now: ReturnType<typeof headOf>, word = 'honest') => checkAgainstSeen(seen, now, proofOf(word, now.size));

test('a ledger that only grew is said to have only grown', async () => {
  expect((await check(headOf('honest', 5))).state).toBe('same');
  expect((await check(headOf('honest', 12))).state).toBe('appended');
});

test.each([
  ['shrank', headOf('honest', 4), 'honest'],
  ['shows another version of the same size', headOf('forged', 5), 'forged'],
  ['rewrote its past and grew', headOf('forged', 12), 'forged'],
  ['is another one', { ...headOf('honest', 12), origin: 'other.example' }, 'honest'],
])('a ledger that %s is caught', async (_, now, word) => {
  expect((await check(now, word)).state).toBe('failed');
});

test('a proof that is no base64 proves nothing', async () => {
  expect((await checkAgainstSeen(seen, headOf('honest', 12), () => Promise.resolve(['%']))).state).toBe('failed');
});

test.each([
  null,
  '',
  '{}',
  'null',
  '[]',
  JSON.stringify({ ...seen, root: 'x' }),
  JSON.stringify({ ...seen, size: -1 }),
])('a head stored as %p is none', (stored) => {
  expect(parseSeenHead(stored)).toBeNull();
});

test('a stored head is read back', () => {
  expect(parseSeenHead(JSON.stringify(seen))).toEqual(seen);
});
