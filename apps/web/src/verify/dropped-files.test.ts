import { kindOf, NOTHING_CHOSEN, withFiles } from './dropped-files.ts';

const file = (name: string): File => new File(['x'], name);

test.each([
  ['01.provetrail', 'record'],
  ['01.10-20.slice', 'record'],
  ['01.leaves', 'leaves'],
  ['01.tlog-proof', 'receipt'],
  ['ours.policy', 'policy'],
  ['01.tst', 'timeToken'],
  ['authority.PEM', 'timeAnchors'],
  ['pins.json', 'pins'],
  ['pins (1).json', 'pins'],
])('%s is taken as %s', (name, kind) => {
  expect(kindOf({ name })).toBe(kind);
});

test('a new record forgets what lay beside the one before, but not what is the reader’s own', () => {
  const first = withFiles(NOTHING_CHOSEN, ['a.provetrail', 'a.leaves', 'a.tst', 'my.policy', 'ca.pem'].map(file));
  const second = withFiles(first, [file('b.provetrail')]);
  expect([second.leaves, second.timeToken]).toEqual([null, null]);
  expect([second.policy?.name, second.timeAnchors?.name]).toEqual(['my.policy', 'ca.pem']);
  expect(withFiles(second, [file('b.leaves')]).record?.name).toBe('b.provetrail');
});
