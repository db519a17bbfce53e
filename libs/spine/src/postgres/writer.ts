import { asError } from './any-error.ts';
import { SpineError } from '../errors.ts';
import type { EventDraft } from '../event.ts';
import type { Hasher } from '../hash.ts';
import type { Signer } from '../keys.ts';
import type { Recorded } from '../recorder.ts';
import type { MixCounter } from '../tiers.ts';
import { commit, commitPieces, landedOf, type Held } from './commit.ts';
import { hasCode, isUnavailable } from './error-map.ts';
import { withPatience } from './patience.ts';
import { sealRun } from './seal.ts';
import type { Head, RunWriter } from './store.ts';
import { LONGEST_STATEMENT, Pieces } from './pieces.ts';
import { Tip, weightOf, type Batch, type Position } from './tip.ts';

export interface WriterOptions extends Held {
  readonly hasher: Hasher;
  /** Unix ns. */
  readonly clock: () => bigint;
  /** Called after each commit. */
  readonly committed: (run: string) => void;
  readonly position: Position;
  /** Over every event so far. */
  readonly mix: MixCounter;
}

interface Waiting {
  batches: readonly Batch[];
  readonly resolve: (recorded: readonly Recorded[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Suspect {
  readonly after: Position;
  readonly types: readonly string[];
}

/** One commit carries at most this much, unless a single call brings more. */
const GROUP_EVENTS = 2_000;
const GROUP_BYTES = 8 * 1024 * 1024;
/** Events that may wait are held back for this long at most, ms, and only while there are few of them. */
const HOLD_MS = 20;
const HOLD_APPENDS = 64;
const HOLD_BYTES = 256 * 1024;
/** Refusals that hold for ever. */
const FINAL: ReadonlySet<string> = new Set([
  'runseal.fenced',
  'runseal.sealed',
  'runseal.conflict',
  'runseal.run_unknown',
  'runseal.store_damaged',
]);

/**
 * The writer of a run. Events are chained as they are given, so a bad one is refused at once and alone; calls that wait
 * while a commit is under way share the next one.
 */
export class Writer implements RunWriter {
  readonly run: string;
  readonly fence: bigint;
  readonly #options: WriterOptions;
  #durable: Position;
  #tip: Tip;
  #waiting: Waiting[] = [];
  /** Appends from where the run stands whose fate could not be learned; their callers were told so. One may land. */
  #suspects: Suspect[] = [];
  /** Why this writer writes no more. */
  #refusal: Error | null = null;
  /** Commits and seals take turns. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Calls that are not chained yet, because a long append is under way or among them. */
  #behind = 0;
  #gate: Promise<void> = Promise.resolve();
  /** Something that waits is to be committed now. */
  #due = false;
  #held: NodeJS.Timeout | null = null;

  constructor(options: WriterOptions) {
    this.run = options.run;
    this.fence = options.fence;
    this.#options = options;
    this.#durable = options.position;
    this.#tip = new Tip(this.run, this.#durable, options);
  }

  get size(): number {
    return this.#durable.size;
  }

  append(...drafts: readonly EventDraft[]): Promise<readonly Recorded[]> {
    return this.#behind === 0 && drafts.length <= LONGEST_STATEMENT ? this.#append(drafts) : this.#appendBehind(drafts);
  }

  #append(drafts: readonly EventDraft[]): Promise<readonly Recorded[]> {
    return new Promise((resolve, reject) => {
      if (this.#refusal !== null) throw this.#refusal;
      if (drafts.length === 0) {
        resolve([]);
        return;
      }
      this.#waiting.push({ batches: [this.#tip.add(drafts)], resolve, reject });
      if (drafts.every(({ mayWait }) => mayWait) && this.#isLittle())
        this.#held ??= setTimeout(() => this.#hurry(), HOLD_MS);
      else this.#hurry();
    });
  }

  /** A long append, or what comes while one is not over: in the order of the calls. */
  #appendBehind(drafts: readonly EventDraft[]): Promise<readonly Recorded[]> {
    this.#behind += 1;
    return new Promise((resolve, reject) => {
      this.#gate = this.#gate.then(async () => {
        const isLong = drafts.length > LONGEST_STATEMENT;
        const done = isLong ? this.#inTurn(() => this.#appendLong(drafts)) : this.#append(drafts);
        done.then(resolve, reject);
        if (isLong) await done.catch(() => undefined);
        this.#behind -= 1;
      });
    });
  }

  /** Nothing is chained meanwhile but its pieces. */
  async #appendLong(drafts: readonly EventDraft[]): Promise<readonly Recorded[]> {
    this.#due = true;
    await this.#drain();
    if (this.#refusal !== null) throw this.#refusal;
    try {
      if (this.#suspects.length > 0) await this.#settleSuspects();
    } catch (error) {
      this.#failed([], error);
      throw error;
    }
    const pieces = new Pieces(drafts, (some) => this.#tip.add(some));
    return new Promise((resolve, reject) => {
      const waiting = { batches: pieces.batches, resolve, reject };
      void this.#commit(() => [waiting], pieces).then(() => this.#drain());
    });
  }

  hurry(): void {
    if (this.#waiting.length > 0) this.#hurry();
  }

  async seal(signer: Signer, { lost = 0 }: { lost?: number } = {}): Promise<Head> {
    if (this.#behind > 0) await this.#gate;
    return this.#inTurn(async () => {
      this.#due = true;
      await this.#drain();
      const { hasher, clock, mix, committed } = this.#options;
      if (this.#refusal === null) await this.#settleSuspects();
      const closing = { position: this.#durable, mix: mix.mix(lost), signer, hasher, clock };
      const sealed = await sealRun(this.#options, closing);
      this.#durable = { ...this.#durable, size: sealed.size, link: sealed.link };
      this.#refuse(new SpineError('runseal.sealed', `Run ${this.run} is sealed. Nothing is added to a sealed run.`));
      committed(this.run);
      return sealed;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Commits what waits, in its turn. */
  #hurry(): void {
    if (this.#due) return;
    this.#due = true;
    void this.#inTurn(() => this.#drain());
  }

  /** Whether what waits may go on waiting. */
  #isLittle(): boolean {
    if (this.#waiting.length > HOLD_APPENDS) return false;
    return this.#waiting.reduce((sum, { batches }) => sum + weightOf(batches[0]!), 0) <= HOLD_BYTES;
  }

  /**
   * Commits everything that waits, and what came meanwhile and may not wait. Never throws: a failure goes to the callers it
   * concerns.
   */
  async #drain(): Promise<void> {
    while (this.#due && this.#waiting.length > 0) {
      await this.#commit(() => this.#takeGroup());
    }
    this.#due = false;
  }

  /** Never throws: a failure goes to the callers it concerns. */
  async #commit(take: () => Waiting[], pieces?: Pieces): Promise<void> {
    let group: Waiting[] = [];
    try {
      if (this.#suspects.length > 0) await this.#settleSuspects();
      group = take();
      const batches = group.length === 1 ? group[0]!.batches : group.flatMap((waiting) => waiting.batches);
      const committed = pieces === undefined ? commit(this.#options, batches) : commitPieces(this.#options, pieces);
      if (batches.length === 1) whileItWaits(batches[0]!);
      await committed;
      this.#landed(batches.at(-1)!.after, batches.flatMap(typesOf));
      for (const waiting of group) waiting.resolve(waiting.batches.flatMap(recordedOf));
    } catch (error) {
      this.#failed(group, error);
    }
  }

  #takeGroup(): Waiting[] {
    if (this.#held !== null) clearTimeout(this.#held);
    this.#held = null;
    let events = 0;
    let bytes = 0;
    let count = 0;
    for (const { batches } of this.#waiting) {
      for (const batch of batches) {
        events += batch.events.length;
        bytes += weightOf(batch);
      }
      if (count > 0 && (events > GROUP_EVENTS || bytes > GROUP_BYTES)) break;
      count += 1;
    }
    this.#due = count < this.#waiting.length;
    return this.#waiting.splice(0, count);
  }

  /** Learns whether an append that nobody heard of again is on the run; what waits is chained behind it if so. */
  async #settleSuspects(): Promise<void> {
    const suspects = this.#suspects;
    if (suspects.length === 0) return;
    const ends = suspects.map(({ after }) => after);
    const found = await withPatience(this.#options, () => landedOf(this.#options, this.#durable, ends));
    if (found === null) return;
    this.#landed(suspects[found]!.after, suspects[found]!.types);
    this.#chainAgain();
  }

  #landed(after: Position, types: readonly string[]): void {
    this.#durable = after;
    // The others began where the run no longer stands.
    this.#suspects = [];
    for (const type of types) this.#options.mix.add(type);
    this.#options.committed(this.run);
  }

  #failed(group: readonly Waiting[], error: unknown): void {
    if (isUnavailable(error)) {
      const last = group.at(-1);
      if (last !== undefined)
        this.#suspects.push({
          after: last.batches.at(-1)!.after,
          types: group.flatMap(({ batches }) => batches.flatMap(typesOf)),
        });
      rejectAll([...group, ...this.#waiting.splice(0)], error);
      this.#chainAgain();
    } else if (hasCode(error, 'runseal.conflict') && group.length > 0 && this.#suspects.length > 0) {
      // A suspect arrived after we looked: look again, and come behind it.
      this.#waiting.unshift(...group);
      this.#due = true;
    } else if (group.length === 0 || (error instanceof SpineError && FINAL.has(error.code))) {
      rejectAll(group, error);
      this.#refuse(error);
    } else {
      rejectAll(group, error);
      this.#chainAgain();
    }
  }

  /** What waits is chained again from where the run stands now. */
  #chainAgain(): void {
    this.#tip = new Tip(this.run, this.#durable, this.#options);
    for (const waiting of this.#waiting) waiting.batches = waiting.batches.map((batch) => this.#tip.addAgain(batch));
  }

  #refuse(error: unknown): void {
    this.#refusal = asError(error);
    rejectAll(this.#waiting.splice(0), error);
  }
}

function rejectAll(waiting: readonly Waiting[], error: unknown): void {
  for (const { reject } of waiting) reject(error);
}

function typesOf(batch: Batch): string[] {
  return batch.events.map(({ type }) => type);
}

function recordedOf(batch: Batch): Recorded[] {
  return batch.events.map(({ seq, type, time, leaf, link }) => ({ seq, type, time, leaf, link }));
}

/** Computes what was left for later once the statement is on its way: the driver sends at the end of this turn of the loop. */
function whileItWaits(batch: Batch): void {
  setImmediate(() => setImmediate(computed, batch));
}

function computed(batch: Batch): Position {
  return batch.after;
}
