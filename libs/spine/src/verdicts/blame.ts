/** Places the blame for a record that failed, with the leaf hashes that lay beside it: a hint, never authority. */
import { equalBytes } from '../bytes.ts';
import { HASH_BYTES } from '../hash.ts';
import type { Hasher } from '../hash.ts';
import { Frontier } from '../merkle.ts';
import { paced } from '../pace.ts';
import type { Pace } from '../pace.ts';
import type { Evidence } from '../verdicts.ts';
import type { Fault } from './judge.ts';

export class Blame {
  readonly #expected: readonly Uint8Array[] | null;
  readonly #hasher: Hasher;
  readonly #pace: Pace;
  /** Leaves of the record itself, kept only when there is something to compare them with. */
  readonly #actual: Uint8Array[] = [];
  readonly #seqs: (number | null)[] = [];

  constructor(evidence: Evidence | undefined, hasher: Hasher, pace: Pace) {
    const leaves = evidence?.leaves ?? null;
    this.#expected =
      leaves?.every((leaf) => leaf instanceof Uint8Array && leaf.length === HASH_BYTES) === true ? leaves : null;
    this.#hasher = hasher;
    this.#pace = { signal: pace.signal };
  }

  see(leaf: Uint8Array, seq: number | null): void {
    if (this.#expected === null) return;
    this.#actual.push(leaf);
    this.#seqs.push(seq);
  }

  /**
   * The fault with the first bad seq, as far as can be told. `signedRoot` is the root a trusted key signed, when there is
   * one: leaf hashes that do not rebuild it belong to another record and are not used.
   */
  async place(fault: Fault, signedRoot: Uint8Array | null): Promise<Fault> {
    const expected = this.#expected;
    if (expected === null) return fault;
    if (signedRoot !== null && !(await this.#rebuilds(expected, signedRoot))) {
      return { ...fault, sentence: `${fault.sentence} The leaf hashes beside it belong to another record.` };
    }
    const at = this.#firstDifference(expected);
    if (at === null) return fault;
    const seq = at < this.#seqs.length ? this.#seqs[at]! : this.#nextSeq();
    if (seq === null || (fault.seq !== null && fault.seq <= seq)) return fault;
    return { ...fault, seq, sentence: `${fault.sentence} ${this.#describe(expected, at, seq)}` };
  }

  async #rebuilds(leaves: readonly Uint8Array[], root: Uint8Array): Promise<boolean> {
    const frontier = new Frontier(undefined, { hasher: this.#hasher });
    await paced(leaves, this.#pace, (leaf) => frontier.append(leaf));
    return equalBytes(frontier.root(), root);
  }

  #firstDifference(expected: readonly Uint8Array[]): number | null {
    const longest = Math.max(expected.length, this.#actual.length);
    for (let i = 0; i < longest; i++) if (!same(expected[i], this.#actual[i])) return i;
    return null;
  }

  /** Seq of an event missing at the end. */
  #nextSeq(): number | null {
    const last = this.#seqs.at(-1);
    return last === undefined ? 1 : last === null ? null : last + 1;
  }

  #describe(expected: readonly Uint8Array[], at: number, seq: number): string {
    const hint = 'By the leaf hashes beside it,';
    if (this.#actual.length < expected.length && same(this.#actual[at], expected[at + 1]))
      return `${hint} event ${seq} was removed.`;
    if (this.#actual.length > expected.length && same(this.#actual[at + 1], expected[at]))
      return `${hint} event ${seq} was inserted.`;
    return `${hint} event ${seq} is the first that is not the one signed.`;
  }
}

function same(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equalBytes(left, right);
}
