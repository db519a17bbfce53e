import { MixCounter, type EventDraft, type Recorded, type Recorder } from '@runseal/spine';
import type { Progress } from './claims.repository.ts';

/** A recorder that knows how many events of each tier went through it, for lists. */
export class CountingRecorder implements Recorder {
  readonly run: string;
  private readonly inner: Recorder;
  private readonly counter = new MixCounter();
  private events = 0;

  constructor(inner: Recorder) {
    this.run = inner.run;
    this.inner = inner;
  }

  async append(...drafts: readonly EventDraft[]): Promise<readonly Recorded[]> {
    const recorded = await this.inner.append(...drafts);
    for (const { type } of recorded) this.counter.add(type);
    this.events += recorded.length;
    return recorded;
  }

  hurry(): void {
    this.inner.hurry?.();
  }

  get progress(): Progress {
    return { events: this.events, ...this.counter.mix().tiers };
  }
}
