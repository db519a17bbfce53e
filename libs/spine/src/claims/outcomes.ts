/** What was begun, and how it ended: whether it is known to have done what it names. Payloads may be hostile. */
import type { CborValue } from '../values.ts';
import { MOST } from './answers.ts';
import type { BlindSpot } from './claim.ts';

interface Begun {
  readonly seq: number;
  readonly name: string;
}

/** Who ended well did it; who failed, or has no end, may have done it, or a part of it, or nothing. */
export class Outcomes {
  readonly #surface: BlindSpot['surface'];
  readonly #done: number[] = [];
  readonly #by = new Set<string>();
  /** Its number → what was begun, while no end of it was seen. */
  readonly #open = new Map<CborValue | undefined, Begun>();
  readonly #unknown: BlindSpot[] = [];

  constructor(surface: BlindSpot['surface']) {
    this.#surface = surface;
  }

  begin(number: CborValue | undefined, seq: number, name: string): void {
    const twin = this.#open.get(number);
    if (twin !== undefined) {
      // A number that two have at once says of neither how it ended.
      this.#open.delete(number);
      for (const each of [twin.seq, seq])
        this.note(each, `Another ${name} has the same number: which of them ended is not known.`);
    } else if (this.#open.size < MOST) this.#open.set(number, { seq, name });
    else this.note(seq, 'Too much was under way to tell how this one ended.');
  }

  end(number: CborValue | undefined, isWell: boolean): void {
    const begun = this.#open.get(number);
    if (begun === undefined) return;
    this.#open.delete(number);
    if (isWell) this.#did(begun);
    else this.note(begun.seq, `This ${begun.name} did not end well; what it had done by then is not known.`);
  }

  /** Of this one it is not known. */
  note(seq: number, reason: string): void {
    if (this.#unknown.length < MOST) this.#unknown.push({ surface: this.#surface, seq, reason });
  }

  /** Seqs of those that did it, at most as many as an answer names. */
  get done(): readonly number[] {
    return [...this.#done].sort((one, other) => one - other);
  }

  /** Names of those that did it. */
  get by(): readonly string[] {
    return [...this.#by];
  }

  /** Those of which it is not known, at most twice as many as an answer names. */
  get unknown(): readonly BlindSpot[] {
    const open = [...this.#open.values()].map(({ seq, name }) => ({
      ...{ surface: this.#surface, seq, reason: `The end of this ${name} is not on the record.` },
    }));
    return [...this.#unknown, ...open].sort((one, other) => (one.seq ?? 0) - (other.seq ?? 0));
  }

  #did({ seq, name }: Begun): void {
    this.#by.add(name);
    if (this.#done.length < MOST) this.#done.push(seq);
  }
}
