import {
  decodeEvent,
  RecordReader,
  verifyRecordStream,
  type Report,
  type SpineEvent,
  type VerifyOptions,
} from '@runseal/spine';

/** A record that went by. */
export interface PassedRecord {
  readonly report: Report;
  /** Why it could not be taken apart to its end; null where it could. */
  readonly broken: { readonly cause: unknown } | null;
  /** Why the first event that this program cannot read could not be read; none after it was shown. */
  readonly unread: { readonly cause: unknown } | null;
}

/**
 * Verifies a record that comes in pieces and shows its events at the same time; holds the piece at hand. The events are shown
 * before they are verified: what was made of them counts for no more than the report says.
 */
export async function passRecord(
  parts: AsyncIterable<Uint8Array>,
  see: (event: SpineEvent) => Promise<void> | void,
  options: VerifyOptions,
): Promise<PassedRecord> {
  const events = new EventsPassing();
  async function* shown(): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      for (const event of events.in(part)) {
        const seen = see(event);
        if (seen !== undefined) await seen;
      }
      yield part;
    }
  }
  const report = await verifyRecordStream(shown(), options);
  events.end();
  return { report, broken: events.broken, unread: events.unread };
}

/** The events of a record that goes by. What ails it is for the verification to say: from there on none are read. */
class EventsPassing {
  readonly #reader = new RecordReader();
  broken: PassedRecord['broken'] = null;
  unread: PassedRecord['unread'] = null;

  *in(part: Uint8Array): Generator<SpineEvent> {
    for (const canonical of this.#taken(part)) {
      const event = this.#decoded(canonical);
      if (event !== null) yield event;
    }
  }

  end(): void {
    try {
      if (this.broken === null) this.#reader.end();
    } catch (cause) {
      this.broken = { cause };
    }
  }

  #decoded(canonical: Uint8Array): SpineEvent | null {
    if (this.unread !== null) return null;
    try {
      return decodeEvent(canonical);
    } catch (cause) {
      this.unread = { cause };
      return null;
    }
  }

  #taken(part: Uint8Array): readonly Uint8Array[] {
    try {
      return this.broken === null ? this.#reader.push(part) : [];
    } catch (cause) {
      this.broken = { cause };
      return [];
    }
  }
}
