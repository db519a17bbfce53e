/** Completeness: the record begins at the beginning, ends at the end, and lacks nothing in between. */
import type { SpineCode } from '../errors.ts';
import type { EventView } from '../event/view.ts';
import type { CborValue } from '../values.ts';
import type { Verdict } from '../verdicts.ts';
import { absent, fail, pass, reportedSeq, shown } from './judge.ts';
import type { Fault, Judge } from './judge.ts';
import { isOurs, readOpening } from './opening.ts';

/** What was started and has not ended → seq of its start. */
type Open = Map<CborValue, number | null>;

export class CompletenessJudge implements Judge {
  #ours = false;
  #count = 0n;
  #fault: Fault | null = null;
  #mixSeen = false;
  readonly #openCalls: Open = new Map();
  readonly #openEpisodes: Open = new Map();
  readonly #declaredCalls = new Set<CborValue>();
  #lastRecorderGap = 0;

  see(event: EventView): void {
    this.#count++;
    this.#ours ||= isOurs(event);
    const seq = reportedSeq(event.seq);
    if (event.seq !== this.#count) {
      this.#blame(
        'runseal.seq_gap',
        `Event ${this.#count} is missing: the next one carried has seq ${event.seq}.`,
        Number(this.#count),
      );
    }
    if (this.#mixSeen) this.#blame('runseal.after_seal', `Event ${event.seq} comes after the closing mix.`, seq);
    if (this.#count === 1n) this.#opens(event, seq);
    else if (event.type === 'run.opened')
      this.#blame('runseal.opened_twice', `The run is opened again at event ${event.seq}.`, seq);
    this.#follow(event, seq);
  }

  verdict(): Verdict {
    if (!this.#ours) {
      return absent(
        'completeness',
        'runseal.foreign_record',
        'Another producer made this record; nothing in it says which events it must have.',
      );
    }
    if (!this.#mixSeen)
      this.#blame('runseal.mix_missing', 'The record does not end with its tier mix, so its end may be missing.', null);
    for (const [call, seq] of this.#openCalls) {
      if (this.#declaredCalls.has(call)) continue;
      this.#blame(
        'runseal.dispatch_open',
        `Call ${shown(call)} was started, and neither its end nor a gap is recorded.`,
        seq,
      );
    }
    for (const [episode, seq] of this.#openEpisodes) {
      if (seq !== null && seq < this.#lastRecorderGap) continue;
      this.#blame('runseal.episode_open', `Episode ${shown(episode)} was started, and its end is not recorded.`, seq);
    }
    if (this.#fault !== null) return fail('completeness', this.#fault);
    return pass(
      'completeness',
      `All ${this.#count} events from the opening of the run to its closing mix are here.${this.#unknownOutcomes()}`,
    );
  }

  #opens(event: EventView, seq: number | null): void {
    if (event.type !== 'run.opened') {
      this.#blame('runseal.not_opened', 'The first event does not open the run, so its beginning may be missing.', seq);
    } else if (readOpening(event.payload).run !== event.stream) {
      this.#blame('runseal.run_mismatch', 'The run that is opened is not the one these events belong to.', seq);
    }
  }

  #follow(event: EventView, seq: number | null): void {
    if (event.type === 'dispatch.start') open(this.#openCalls, event.payload['call'], seq);
    else if (event.type === 'dispatch.end') close(this.#openCalls, event.payload['call']);
    else if (event.type === 'episode.started') open(this.#openEpisodes, event.payload['episode'], seq);
    else if (event.type === 'episode.ended') close(this.#openEpisodes, event.payload['episode']);
    else if (event.type === 'provenance.gap') this.#gap(event, seq);
    else if (event.type === 'provenance.mix') this.#mixSeen = true;
  }

  #gap(event: EventView, seq: number | null): void {
    const { calls, surface } = event.payload;
    if (Array.isArray(calls)) for (const call of calls as readonly CborValue[]) this.#declaredCalls.add(call);
    if (surface === 'recorder' && seq !== null) this.#lastRecorderGap = seq;
  }

  #unknownOutcomes(): string {
    const { size } = this.#openCalls;
    return size === 0 ? '' : ` The outcome of ${size} ${size === 1 ? 'call' : 'calls'} is declared unknown.`;
  }

  #blame(code: SpineCode, sentence: string, seq: number | null): void {
    this.#fault ??= { code, sentence, seq };
  }
}

function open(those: Open, which: CborValue | undefined, seq: number | null): void {
  if (which !== undefined) those.set(which, seq);
}

function close(those: Open, which: CborValue | undefined): void {
  if (which !== undefined) those.delete(which);
}
