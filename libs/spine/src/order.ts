/** Order within a record: one stream, and a seq that strictly grows. Never time. */
import { SpineError } from './errors.ts';
import type { Envelope } from './event.ts';

type Placed = Pick<Envelope, 'stream' | 'seq'>;

/** Sees events one by one, as they are carried. */
export class OrderCheck {
  #last: Placed | null = null;

  /** Throws `chain.stream_mismatch` or `chain.non_monotonic_seq`. */
  see(event: Placed): void {
    const last = this.#last;
    this.#last = event;
    if (last === null) return;
    if (event.stream !== last.stream) {
      throw new SpineError(
        'chain.stream_mismatch',
        `an event of ${quoted(event.stream)} among those of ${quoted(last.stream)}`,
      );
    }
    if (event.seq <= last.seq) {
      throw new SpineError('chain.non_monotonic_seq', `seq ${event.seq} comes after seq ${last.seq}`);
    }
  }

  /** Throws `chain.empty` when no event was seen. */
  end(): void {
    if (this.#last === null) throw new SpineError('chain.empty', 'there is no event');
  }
}

function quoted(stream: string): string {
  return JSON.stringify(stream.slice(0, 80));
}
