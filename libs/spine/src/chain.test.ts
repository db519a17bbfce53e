import { refusal } from '../fixtures/refusal.ts';
import { createHash } from 'node:crypto';
import { toHex } from './bytes.ts';
import { GENESIS_LINK, linkHash } from './chain.ts';

const LEAF = new Uint8Array(32).fill(9);

describe('the link chain', () => {
  it('begins with zeros and hashes tag, previous link and leaf', () => {
    const expected = createHash('sha256')
      .update('runseal/link/v1\n')
      .update(new Uint8Array(32))
      .update(LEAF)
      .digest('hex');
    expect(toHex(linkHash(GENESIS_LINK, LEAF))).toBe(expected);
  });

  it('depends on everything before', () => {
    const first = linkHash(GENESIS_LINK, LEAF);
    expect(toHex(linkHash(first, LEAF))).not.toBe(toHex(first));
  });

  it.each([
    ['previous', new Uint8Array(31), LEAF],
    ['leaf', GENESIS_LINK, new Uint8Array(33)],
  ])('refuses a %s of another length', (_, previous, leaf) => {
    expect(() => linkHash(previous, leaf)).toThrow(refusal('runseal.bad_length'));
  });
});
