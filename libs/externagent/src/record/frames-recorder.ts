/** Writes frames onto the record as they come, in batches. */
import { SpineError, type EventDraft, type Recorder } from '@runseal/spine';
import type { ReadFrame } from '../frames/read.ts';
import type { Redactor } from '../redact.ts';
import { attestedDrafts } from './attested.ts';

/** Most frames in one append. */
const BATCH = 128;
/** Most bytes of lines that may be on their way to the record while more are read. */
const MAX_UNDER_WAY = 1024 * 1024;

export class FramesRecorder {
  readonly #recorder: Recorder;
  readonly #secrets: Redactor;
  readonly #onFatal: (error: unknown) => void;
  readonly #underWay = new Set<Promise<void>>();
  #bytesUnderWay = 0;
  /** Attested events that could not be written. */
  lost = 0;
  /** Attested events that are durable. */
  attested = 0;

  /** `onFatal` is told when the run belongs to another writer or is sealed: nothing more can be written, ever. */
  constructor(recorder: Recorder, secrets: Redactor, onFatal: (error: unknown) => void) {
    this.#recorder = recorder;
    this.#secrets = secrets;
    this.#onFatal = onFatal;
  }

  /** Resolves once the frames are durable. A failure is counted, not thrown: what the CLI goes on to do is worth recording. */
  async write(reads: readonly ReadFrame[]): Promise<void> {
    for (const batch of batchesOf(reads)) await this.append(attestedDrafts(batch, this.#secrets), batch.length);
  }

  /** As `write`, but resolves once there is room for more: for frames that nothing is to follow from. */
  async handOver(reads: readonly ReadFrame[]): Promise<void> {
    for (const batch of batchesOf(reads)) {
      this.#hold(batch);
      if (this.#bytesUnderWay > MAX_UNDER_WAY) await this.settled();
    }
  }

  /** Appends drafts that hold `attested` attested events. */
  async append(drafts: readonly EventDraft[], attested: number): Promise<void> {
    try {
      await this.#recorder.append(...drafts);
      this.attested += attested;
    } catch (error) {
      this.lost += drafts.length;
      if (error instanceof SpineError && (error.code === 'runseal.fenced' || error.code === 'runseal.sealed'))
        this.#onFatal(error);
    }
  }

  /** Resolves once everything handed over is durable or lost, as soon as can be. */
  async settled(): Promise<void> {
    this.#recorder.hurry?.();
    await Promise.all(this.#underWay);
  }

  #hold(batch: readonly ReadFrame[]): void {
    const bytes = batch.reduce((sum, { frame }) => sum + frame.bytes, 0);
    const drafts = attestedDrafts(batch, this.#secrets).map((each) => ({ ...each, mayWait: true as const }));
    const written = this.append(drafts, batch.length).finally(() => {
      this.#bytesUnderWay -= bytes;
      this.#underWay.delete(written);
    });
    this.#bytesUnderWay += bytes;
    this.#underWay.add(written);
  }
}

function* batchesOf(reads: readonly ReadFrame[]): Generator<readonly ReadFrame[]> {
  for (let at = 0; at < reads.length; at += BATCH) yield reads.slice(at, at + BATCH);
}
