/** What every verdict has in common: it sees the events once, in order, and then answers. */
import type { SpineCode } from '../errors.ts';
import type { EventView } from '../event/view.ts';
import type { CborValue } from '../values.ts';
import type { Verdict, VerdictName } from '../verdicts.ts';

export interface Judge {
  see(event: EventView): void;
  verdict(): Verdict;
}

/** A fault that was found: the first one found is the one reported. */
export interface Fault {
  readonly code: SpineCode;
  readonly sentence: string;
  /** The event it was found at, where one can be named. */
  readonly seq: number | null;
}

export function pass(name: VerdictName, sentence: string): Verdict {
  return { name, state: 'pass', code: null, sentence, firstBadSeq: null };
}

export function fail(name: VerdictName, fault: Fault): Verdict {
  return { name, state: 'fail', code: fault.code, sentence: fault.sentence, firstBadSeq: fault.seq };
}

export function warn(name: VerdictName, code: SpineCode, sentence: string): Verdict {
  return { name, state: 'warn', code, sentence, firstBadSeq: null };
}

export function absent(name: VerdictName, code: SpineCode, sentence: string): Verdict {
  return { name, state: 'absent', code, sentence, firstBadSeq: null };
}

/** A seq for a report; null for the foreign seq that no number can hold exactly. */
export function reportedSeq(seq: bigint): number | null {
  return seq <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seq) : null;
}

/** A payload value within a sentence. It may be anything: long, of a wrong type, or an object that has no text form. */
export function shown(value: CborValue | undefined): string {
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  return value === undefined || value === null ? 'not named' : 'of a wrong type';
}
