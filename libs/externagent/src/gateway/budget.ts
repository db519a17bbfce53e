/** The tokens an episode may use, counted while they are used. */
import { estimateTokens, type AnswerNotes } from './answer-notes.ts';
import { Places } from './places.ts';

export class TokenBudget {
  readonly allowed: number | null;
  /** Of the calls that may be under way together. */
  readonly places: Places;
  #spent = 0;
  #underWay = new Map<AnswerNotes, number>();

  constructor(allowed: number | null) {
    this.allowed = allowed;
    this.places = new Places(() => (allowed === null ? Infinity : allowed - this.#spent));
  }

  /** Tokens of all calls so far, those under way included. */
  get used(): number {
    return [...this.#underWay.keys()].reduce((sum, notes) => sum + notes.tokens(), this.#spent);
  }

  /** Tokens of the calls under way. */
  get underWay(): { readonly input: number; readonly output: number } {
    const each = [...this.#underWay.keys()].map((notes) => notes.soFar());
    return {
      input: each.reduce((sum, { input }) => sum + input, 0),
      output: each.reduce((sum, { output }) => sum + output, 0),
    };
  }

  /** Nothing is left for another call. */
  get isSpent(): boolean {
    return this.allowed !== null && this.used >= this.allowed;
  }

  get isExceeded(): boolean {
    return this.allowed !== null && this.used > this.allowed;
  }

  begin(notes: AnswerNotes, requestBytes: number): void {
    this.#underWay.set(notes, requestBytes);
  }

  /**
   * A call the provider did not count to the end is charged by estimate, its request included: a client that always hangs
   * up before the count would otherwise pay nothing. A call that was never accepted is free.
   */
  end(notes: AnswerNotes, accepted: boolean): void {
    const requestBytes = this.#underWay.get(notes) ?? 0;
    this.#underWay.delete(notes);
    if (!accepted) return;
    this.#spent += Math.max(notes.tokens(), notes.usage() === null ? estimateTokens(requestBytes) : 0);
  }
}
