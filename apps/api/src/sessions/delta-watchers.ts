import { Inject, Injectable } from '@nestjs/common';
import { listening } from '@runseal/spine/postgres';
import type { Sql } from 'postgres';
import { SQL } from '../config/tokens.ts';
import { DELTA_CHANNEL, type Delta } from './delta-notices.ts';

type Show = (delta: Delta) => void;

/** What one run shows, from now on. Kept until somebody says where to, so that a turn may begin in between. */
export class Shown {
  private readonly leave: () => void;
  private early: Delta[] = [];
  private show: Show = (delta) => void this.early.push(delta);
  constructor(enter: (show: Show) => () => void) {
    this.leave = enter((delta) => this.show(delta));
  }

  to(show: Show): void {
    this.show = show;
    for (const delta of this.early) show(delta);
    this.early = [];
  }

  stop(): void {
    this.leave();
  }
}

/** What is shown, as a frame of an event stream: without an id, for it is no place to come back to. */
export const deltaFrame = ({ turn, after, from, text }: Delta) => ({
  event: 'delta',
  data: JSON.stringify({ turn, after, from, text }),
});

/** Hears what turns show before it is on the record: one listening connection for all who watch in this process. */
@Injectable()
export class DeltaWatchers {
  private readonly sql: Sql;
  private readonly watching = new Map<string, Set<Show>>();
  private listening: Promise<unknown> | null = null;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Resolves once nothing shown from now on is missed, or nothing can be heard: deltas are worth no failure. */
  async watch(run: string): Promise<Shown> {
    const shown = new Shown((show) => this.enter(run, show));
    this.listening ??= this.listen();
    await this.listening.catch(() => (this.listening = null));
    return shown;
  }

  private enter(run: string, show: Show): () => void {
    const all = this.watching.get(run) ?? new Set();
    this.watching.set(run, all.add(show));
    return () => {
      all.delete(show);
      if (all.size === 0 && this.watching.get(run) === all) this.watching.delete(run);
    };
  }

  private listen(): Promise<unknown> {
    return listening(this.sql, DELTA_CHANNEL, (payload) => {
      const delta = JSON.parse(payload) as Delta;
      for (const show of this.watching.get(delta.run) ?? []) show(delta);
    });
  }
}
