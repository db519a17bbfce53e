/** Integrity: the bytes are exactly those a trusted key signed, in canonical form and in order. */
import { equalBytes, toHex } from '../bytes.ts';
import { openCheckpoint } from '../checkpoint.ts';
import type { SignedCheckpoint } from '../checkpoint.ts';
import { SpineError } from '../errors.ts';
import type { Hasher } from '../hash.ts';
import type { Keyring } from '../keys.ts';
import { Frontier, leafHash } from '../merkle.ts';
import { OrderCheck } from '../order.ts';
import { viewEvent } from '../event/view.ts';
import type { EventView } from '../event/view.ts';
import type { SignatureVerifier } from '../signature.ts';
import type { Verdict } from '../verdicts.ts';
import type { Blame } from './blame.ts';
import { capital } from '../wording.ts';
import { fail, pass, reportedSeq } from './judge.ts';
import type { Fault } from './judge.ts';

/** Reads the events of a record one by one, and then weighs them against its checkpoint. */
export class IntegrityCheck {
  readonly #hasher: Hasher;
  readonly #frontier: Frontier;
  readonly #order = new OrderCheck();
  readonly #blame: Blame;
  #fault: Fault | null = null;
  #count = 0;
  #gapless = true;
  #readable = true;

  constructor(hasher: Hasher, blame: Blame) {
    this.#hasher = hasher;
    this.#frontier = new Frontier(undefined, { hasher });
    this.#blame = blame;
  }

  /** True while every event read so far was a canonical event in its place. */
  get readable(): boolean {
    return this.#readable;
  }

  /** Reads one event; null when its bytes are not a canonical event in its place, and for all after such a one. */
  read(canonical: Uint8Array): EventView | null {
    const leaf = leafHash(canonical, this.#hasher);
    this.#frontier.append(leaf);
    this.#count++;
    let seq = this.#gapless ? this.#count : null;
    if (!this.#readable) {
      this.#blame.see(leaf, seq);
      return null;
    }
    try {
      const event = viewEvent(canonical);
      this.#gapless &&= event.seq === BigInt(this.#count);
      seq ??= reportedSeq(event.seq);
      this.#order.see(event);
      return event;
    } catch (error) {
      this.#fault = faultOf(error, seq);
      this.#readable = false;
      return null;
    } finally {
      this.#blame.see(leaf, seq);
    }
  }

  /** The verdict over everything read. */
  async verdict(checkpoint: Uint8Array, keyring: Keyring, verify: SignatureVerifier): Promise<Verdict> {
    let signed: SignedCheckpoint | null = null;
    try {
      signed = await openCheckpoint(checkpoint, keyring, verify);
    } catch (error) {
      this.#fault ??= faultOf(error, null);
    }
    this.#fault ??= signed === null ? null : this.#weigh(signed);
    if (signed !== null && this.#fault === null) {
      const { keyId, origin } = signed;
      return pass(
        'integrity',
        `The ${this.#count} events are byte for byte those that ${keyId} signed for ${JSON.stringify(origin)}.`,
      );
    }
    return fail('integrity', await this.#blame.place(this.#fault!, signed?.root ?? null));
  }

  #weigh({ size, root }: SignedCheckpoint): Fault | null {
    if (size !== BigInt(this.#count)) {
      const sentence = `The record carries ${this.#count} events, and ${size} were signed.`;
      return { code: 'record.size_mismatch', sentence, seq: null };
    }
    const rebuilt = this.#frontier.root();
    if (equalBytes(rebuilt, root)) return null;
    const sentence = `The events are not those that were signed: they rebuild the root ${toHex(rebuilt)}, not the signed one.`;
    return { code: 'record.root_mismatch', sentence, seq: null };
  }
}

/** The fault an error stands for; an error that is not ours is a bug and goes on its way. */
export function faultOf(error: unknown, seq: number | null): Fault {
  if (!(error instanceof SpineError)) throw error;
  const sentence = seq === null ? capital(error.message) : `Event ${seq}: ${error.message}`;
  return { code: error.code, sentence: `${sentence}.`, seq };
}
