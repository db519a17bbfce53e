import { refusal } from '../../fixtures/refusal.ts';
import { toHex } from '../bytes.ts';
import { nobleHasher } from '../hash.ts';
import { nodeHasher } from '../node/hash.ts';
import { EMPTY_ROOT, leafHash, nodeHash } from './hash.ts';
import { Frontier, rootOf } from './frontier.ts';

const leaf = (i: number): Uint8Array => leafHash(Uint8Array.of(i >> 8, i & 255));

/** RFC 9162, section 2.1.1, word for word. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_ROOT;
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

describe('the frontier of a log', () => {
  it('starts with the root of the empty log', () => {
    expect(toHex(new Frontier().root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('gives the published roots of the eight Certificate Transparency test leaves', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const leaves = inputs.map((hex) => nobleHasher.sha256(Uint8Array.of(0), Buffer.from(hex, 'hex')));
    expect(toHex(rootOf(leaves.slice(0, 1)))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(toHex(rootOf(leaves))).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });

  it.each([
    ['portable', nobleHasher],
    ['node', nodeHasher],
  ])('has the root of the definition at every size (%s hasher)', (_, hasher) => {
    const leaves: Uint8Array[] = [];
    const frontier = new Frontier(undefined, { hasher });
    for (let i = 0; i < 70; i++) {
      leaves.push(leaf(i));
      frontier.append(leaf(i));
      expect(toHex(frontier.root())).toBe(toHex(naiveRoot(leaves)));
    }
  });

  it('goes on from its stored bytes at every size', () => {
    let frontier = new Frontier();
    for (let i = 0; i < 70; i++) {
      frontier.append(leaf(i));
      frontier = Frontier.fromBytes(frontier.toBytes());
    }
    expect(frontier.size).toBe(70);
    expect(toHex(frontier.root())).toBe(toHex(rootOf(Array.from({ length: 70 }, (_, i) => leaf(i)))));
  });

  it('reports each subtree of 256 and 65,536 leaves once, when it is complete', () => {
    const seen: string[] = [];
    const hashes = new Map<string, string>();
    const frontier = new Frontier(undefined, {
      hasher: nodeHasher,
      onSubtree: (level, index, hash) => {
        seen.push(`${level}/${index}@${frontier.size + 1}`);
        hashes.set(`${level}/${index}`, toHex(hash));
      },
    });
    const leaves = Array.from({ length: 65_536 }, (_, i) => leaf(i));
    for (const each of leaves) frontier.append(each);
    expect(seen.slice(0, 2)).toEqual(['8/0@256', '8/1@512']);
    expect(seen.slice(-2)).toEqual(['8/255@65536', '16/0@65536']);
    expect(seen).toHaveLength(257);
    expect(hashes.get('8/3')).toBe(toHex(rootOf(leaves.slice(768, 1024))));
    expect(hashes.get('16/0')).toBe(toHex(frontier.root()));
  });

  it('keeps counting beyond 2^32 leaves', () => {
    const frontier = new Frontier({ size: 2 ** 40, nodes: [leaf(1)] });
    frontier.append(leaf(2));
    frontier.append(leaf(3));
    expect(frontier.size).toBe(2 ** 40 + 2);
    expect(toHex(frontier.root())).toBe(toHex(nodeHash(leaf(1), nodeHash(leaf(2), leaf(3)))));
  });

  it.each([
    ['too few nodes', { size: 3, nodes: [leaf(0)] }],
    ['too many nodes', { size: 1, nodes: [leaf(0), leaf(1)] }],
    ['a short node', { size: 1, nodes: [new Uint8Array(31)] }],
    ['a negative size', { size: -1, nodes: [] }],
    ['a fraction as size', { size: 0.5, nodes: [] }],
  ])('is not built from %s', (_, state) => {
    expect(() => new Frontier(state)).toThrow(refusal('runseal.bad_frontier'));
  });

  it.each([0, 7, 9, 8 + 32 + 1])('is not read from %i bytes', (length) => {
    expect(() => Frontier.fromBytes(new Uint8Array(length).fill(1))).toThrow(refusal('runseal.bad_frontier'));
  });

  it('takes only leaf hashes', () => {
    expect(() => new Frontier().append(new Uint8Array(20))).toThrow(refusal('runseal.bad_frontier'));
  });
});

describe('a leaf', () => {
  it('frames its length, so no two events share a pre-image', () => {
    expect(toHex(leafHash(Uint8Array.of(97, 98)))).not.toBe(toHex(leafHash(Uint8Array.of(97, 98, 0))));
    const tag = Buffer.concat([
      Buffer.of(0),
      Buffer.from('provetrail/event/v1\n'),
      Buffer.from('0000000000000001', 'hex'),
      Buffer.of(5),
    ]);
    expect(toHex(leafHash(Uint8Array.of(5)))).toBe(toHex(nodeHasher.sha256(tag)));
  });
});
