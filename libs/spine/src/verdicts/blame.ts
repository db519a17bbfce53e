/** Places the blame for a record that failed, with the leaf hashes that lay beside it: a hint, never authority. */
import { equalBytes } from '../bytes.ts';
import { HASH_BYTES } from '../hash.ts';
import type { Hasher } from '../hash.ts';
import { Frontier } from '../merkle.ts';
import { Pacer } from '../pace.ts';
import type { Pace } from '../pace.ts';
import type { Evidence, LeafHashes } from '../verdicts.ts';
import type { Fault } from './judge.ts';

/** The first leaf of the record that is not the one expected in its place, and the leaf behind it. */
interface Difference {
  readonly at: number;
  readonly seq: number | null;
  readonly leaf: Uint8Array;
  readonly next: Uint8Array | null;
}

export class Blame {
  readonly #expected: LeafHashes | null;
  readonly #hasher: Hasher;
  readonly #pace: Pace;
  /** Leaves of the record itself that were seen, and the seq of the last. */
  #seen = 0;
  #last: number | null = null;
  #difference: Difference | null = null;

  constructor(evidence: Evidence | undefined, hasher: Hasher, pace: Pace) {
    const leaves = evidence?.leaves ?? null;
    this.#expected = leaves !== null && areHashes(leaves) ? leaves : null;
    this.#hasher = hasher;
    this.#pace = { signal: pace.signal };
  }

  see(leaf: Uint8Array, seq: number | null): void {
    if (this.#expected === null) return;
    const at = this.#seen++;
    this.#last = seq;
    const first = this.#difference;
    if (first === null) {
      if (!same(this.#expected.at(at), leaf)) this.#difference = { at, seq, leaf, next: null };
    } else if (first.at === at - 1) this.#difference = { ...first, next: leaf };
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
    // Where nothing differs, one of the two goes on behind the other.
    if (this.#difference === null && expected.length === this.#seen) return fault;
    const seq = this.#difference === null ? this.#nextSeq() : this.#difference.seq;
    if (seq === null || (fault.seq !== null && fault.seq <= seq)) return fault;
    return { ...fault, seq, sentence: `${fault.sentence} ${this.#describe(expected, seq)}` };
  }

  async #rebuilds(leaves: LeafHashes, root: Uint8Array): Promise<boolean> {
    const frontier = new Frontier(undefined, { hasher: this.#hasher });
    const pacer = new Pacer(this.#pace);
    for (let index = 0; index < leaves.length; index++) {
      if (pacer.due(index)) await pacer.giveWay(index, leaves.length);
      frontier.append(leaves.at(index)!);
    }
    return equalBytes(frontier.root(), root);
  }

  /** Seq of an event missing at the end. */
  #nextSeq(): number | null {
    if (this.#seen === 0) return 1;
    return this.#last === null ? null : this.#last + 1;
  }

  #describe(expected: LeafHashes, seq: number): string {
    const hint = 'By the leaf hashes beside it,';
    const at = this.#difference?.at ?? this.#seen;
    if (this.#seen < expected.length && same(this.#difference?.leaf, expected.at(at + 1)))
      return `${hint} event ${seq} was removed.`;
    if (this.#seen > expected.length && same(this.#difference?.next ?? undefined, expected.at(at)))
      return `${hint} event ${seq} was inserted.`;
    return `${hint} event ${seq} is the first that is not the one signed.`;
  }
}

function areHashes(leaves: LeafHashes): boolean {
  for (let index = 0; index < leaves.length; index++) {
    const leaf: unknown = leaves.at(index);
    if (!(leaf instanceof Uint8Array) || leaf.length !== HASH_BYTES) return false;
  }
  return true;
}

function same(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equalBytes(left, right);
}
