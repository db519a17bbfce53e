import { SpineError } from '../errors.ts';
import { signerFromSeed } from '../node/index.ts';
import { formatVkey, noteKey, NOTE_COSIGNATURE, NOTE_ED25519 } from './note.ts';
import { parsePolicy } from './policy.ts';

const vkey = (name: string, seed: number, type = NOTE_COSIGNATURE) =>
  formatVkey(noteKey(name, type, signerFromSeed(new Uint8Array(32).fill(seed)).publicKey));
const log = `log ${vkey('log.example', 9, NOTE_ED25519)} https://log.example/`;
const witnesses = [1, 2, 3].map((n) => `witness w${n} ${vkey(`w${n}.example`, n)} https://w${n}.example`).join('\n');

describe('a trust policy', () => {
  it('counts the witnesses its quorum asks for', () => {
    const policy = parsePolicy(`# ours\n${log}\n${witnesses}\ngroup two 2 w1 w2 w3\nquorum two\n`);
    expect(policy.quorum).toBe('2 of w1, w2, w3');
    expect(policy.satisfiedBy(new Set(['w1']))).toBe(false);
    expect(policy.satisfiedBy(new Set(['w1', 'w3']))).toBe(true);
    expect(policy.witnesses.map((w) => w.url)).toEqual([
      'https://w1.example',
      'https://w2.example',
      'https://w3.example',
    ]);
  });

  it('passes over comments and empty lines, and names the line it cannot read', () => {
    const policy = parsePolicy(`#ours\n\n \t\n${log}\nlog ${vkey('log.two', 8, NOTE_ED25519)}\nquorum none`);
    expect(policy.logs.map(({ key, url }) => [key.name, url])).toEqual([
      ['log.example', 'https://log.example/'],
      ['log.two', null],
    ]);
    expect(() => parsePolicy('# one\n\ntrust me')).toThrow(/^Line 3 of the policy/u);
    expect(() => parsePolicy('# one')).toThrow(/^The policy has no quorum/u);
  });

  it('nests groups, and asks for no witness when it says none', () => {
    const nested = parsePolicy(`${witnesses}\ngroup a any w1 w2\ngroup b all a w3\nquorum b\n`);
    expect(nested.satisfiedBy(new Set(['w1', 'w2']))).toBe(false);
    expect(nested.satisfiedBy(new Set(['w2', 'w3']))).toBe(true);
    expect(parsePolicy('quorum none\n').satisfiedBy(new Set())).toBe(true);
  });

  it.each([
    ['no quorum', witnesses],
    ['two quorums', 'quorum none\nquorum none'],
    ['a quorum that is not defined above', `quorum w1\n${witnesses}`],
    ['a threshold above its members', `${witnesses}\ngroup g 4 w1 w2 w3\nquorum g`],
    ['a member counted twice', `${witnesses}\ngroup g 1 w1 w2\ngroup h 1 w1 w3\nquorum g`],
    ['a witness listed twice under two names', `${witnesses}\nwitness w4 ${vkey('w4.example', 1)}\nquorum none`],
    ['a log key for a witness', `witness w1 ${vkey('w1.example', 1, NOTE_ED25519)}\nquorum none`],
    ['a word it does not know', 'trust me\nquorum none'],
    ['a log listed twice', `${log}\n${log}\nquorum none`],
    ['a log without a key', 'log\nquorum none'],
    ['a witness without a name', 'witness\nquorum none'],
    ['a witness called none', `witness none ${vkey('w1.example', 1)}\nquorum none`],
    ['two witnesses of one name', `${witnesses}\nwitness w1 ${vkey('w4.example', 4)}\nquorum none`],
    ['a group called like a witness', `${witnesses}\ngroup w1 any w2 w3\nquorum w1`],
    ['a group without members', 'group g any\nquorum g'],
    ['a group of all of nobody', 'group g all\nquorum g'],
    ['a group without a name', 'group\nquorum none'],
    ['a threshold of nobody', `${witnesses}\ngroup g 0 w1 w2\nquorum g`],
    ['a threshold that is no number', `${witnesses}\ngroup g some w1 w2\nquorum g`],
    ['a threshold with something before it', `${witnesses}\ngroup g x1 w1 w2\nquorum g`],
    ['a threshold with something behind it', `${witnesses}\ngroup g 1x w1 w2\nquorum g`],
    ['a group of one that is always there', `${witnesses}\ngroup g any none w1\nquorum g`],
    ['a group of one that is not defined', `${witnesses}\ngroup g any w1 w9\nquorum g`],
    ['a quorum without a name', `${witnesses}\nquorum`],
    ['a quorum of two', `${witnesses}\nquorum w1 w2`],
    ['a verifier key that is none', 'witness w1 nonsense\nquorum none'],
  ])('refuses %s', (_what, source) => {
    expect(codeOf(() => parsePolicy(source))).toBe('runseal.policy_invalid');
  });
});

function codeOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof SpineError ? error.code : `not ours: ${String(error)}`;
  }
}
