/** What a record can and cannot vouch for, in one sentence made from its facts and nothing else. */
import type { CborMap, CborValue } from './values.ts';
import { isOurs, readOpening } from './verdicts/opening.ts';
import type { Opening } from './verdicts/opening.ts';
import { surfaceWords, listed } from './wording.ts';

/** An event as far as the sentence needs it: a {@link SpineEvent} or an {@link Envelope}. */
export interface VouchedEvent {
  readonly type: string;
  readonly payload: CborMap;
}

/** One sentence about a run, e.g. "14 of 14 tool calls were enforced by us; codex reported 31 further events; …". */
export function vouchSentence(events: Iterable<VouchedEvent>): string {
  const facts = new VouchFacts();
  for (const event of events) facts.see(event);
  return facts.sentence();
}

/** Collects the facts event by event. */
export class VouchFacts {
  #ours = false;
  #events = 0;
  #opening: Opening | null = null;
  #attested = 0;
  #started = 0;
  #refused = 0;
  /** Model calls that left through us. */
  #modelCalls = 0;
  /** Bridged calls the harness reports that never came through us. */
  #unmatched = 0;
  /** Surface → things the harness did there by itself, by gap and by declaration; they count the same things. */
  readonly #outside = { gaps: new Map<string, number>(), declared: new Map<string, number>() };
  readonly #unseen = new Set<string>();
  readonly #unknownCalls = new Set<unknown>();
  #gaps = 0;
  readonly #gapSurfaces = new Set<string>();

  see(event: VouchedEvent): void {
    this.#events++;
    this.#ours ||= isOurs(event);
    if (event.type === 'run.opened') this.#opening ??= readOpening(event.payload);
    else if (event.type === 'dispatch.start') this.#started++;
    else if (event.type === 'dispatch.rejected') this.#refused++;
    else if (event.type === 'model.called' && event.payload['endpoint'] !== '') this.#modelCalls++;
    else if (event.type === 'provenance.attested') this.#attested++;
    else if (event.type === 'provenance.gap') this.#gap(event.payload);
    else if (event.type === 'provenance.declared') this.#declared(event.payload);
    else if (event.type === 'provenance.reconciled') this.#reconciled(event.payload);
  }

  sentence(): string {
    if (!this.#ours) {
      return `${counted(this.#events, 'event')} of another producer, as signed; how they were observed is not said.`;
    }
    const clauses = [this.#calls(), this.#models(), this.#reported(), this.#unobserved(), this.#unknown()].filter(
      (clause) => clause !== '',
    );
    return `${clauses.join('; ')}.`;
  }

  #calls(): string {
    const total = this.#started + this.#unmatched + this.#elsewhere();
    const refused = this.#refused === 0 ? '' : ` (${this.#refused} more refused)`;
    if (total === 0) return `No tool call was made through us${refused}`;
    return `${this.#started} of ${counted(total, 'tool call')} ${this.#started === 1 ? 'was' : 'were'} enforced by us${refused}`;
  }

  /** Of a native run it goes without saying: there the model is always called by us. */
  #models(): string {
    if (this.#modelCalls === 0 || this.#opening?.external !== true) return '';
    return `its ${counted(this.#modelCalls, 'model call')} ${this.#modelCalls === 1 ? 'was' : 'were'} recorded on the way`;
  }

  #reported(): string {
    return this.#attested === 0 ? '' : `${this.#name()} reported ${counted(this.#attested, 'further event')}`;
  }

  #unobserved(): string {
    const things = [...this.#unseen].map((surface) => surfaceWords(surface));
    return things.length === 0 ? '' : `its ${listed(things)} were not seen`;
  }

  #unknown(): string {
    const calls =
      this.#unknownCalls.size === 0 ? [] : [`the outcome of ${counted(this.#unknownCalls.size, 'call')} is unknown`];
    const where = listed([...this.#gapSurfaces].map((surface) => surfaceWords(surface)));
    const gaps =
      this.#gaps === 0
        ? []
        : [`${counted(this.#gaps, 'further gap')} in its ${where} ${this.#gaps === 1 ? 'is' : 'are'} declared`];
    return [...calls, ...gaps].join('; ');
  }

  #gap({ surface, calls, reason, count }: CborMap): void {
    if (typeof surface !== 'string') return;
    if (reason === 'outside_waist') add(this.#outside.gaps, surface, count);
    if (!ABOUT_THE_RECORD.has(surface)) this.#unseen.add(surface);
    else if (reason === 'outcome_unknown' && Array.isArray(calls))
      for (const call of calls) this.#unknownCalls.add(call);
    else {
      this.#gaps++;
      this.#gapSurfaces.add(surface);
    }
  }

  #declared({ unobserved, native_commands: commands, native_file_changes: changes }: CborMap): void {
    if (Array.isArray(unobserved))
      for (const surface of unobserved) if (typeof surface === 'string') this.#unseen.add(surface);
    add(this.#outside.declared, 'shell', commands);
    add(this.#outside.declared, 'file_writes', changes);
  }

  #reconciled({ state }: CborMap): void {
    if (state === 'reported_not_dispatched') this.#unmatched++;
  }

  /** Actions of the harness itself that did not pass the waist. */
  #elsewhere(): number {
    const { gaps, declared } = this.#outside;
    const surfaces = new Set([...gaps.keys(), ...declared.keys()]);
    return [...surfaces].reduce((sum, each) => sum + Math.max(gaps.get(each) ?? 0, declared.get(each) ?? 0), 0);
  }

  #name(): string {
    const name = this.#opening?.harness ?? 'the harness';
    return /^[\w.:@-]{1,64}$/.test(name) ? name : 'the harness';
  }
}

/** Surfaces of the recording itself: a gap there says what was lost of it, not what the harness did unseen. */
const ABOUT_THE_RECORD = new Set(['frames', 'dispatch', 'content', 'recorder']);

function add(counts: Map<string, number>, surface: string, count: CborValue | undefined): void {
  if (typeof count === 'number' && count > 0) counts.set(surface, (counts.get(surface) ?? 0) + count);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
