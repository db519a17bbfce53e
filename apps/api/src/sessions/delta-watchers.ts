import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import { SQL } from '../config/tokens.ts';
import { DELTA_CHANNEL, type Delta } from './delta-notices.ts';

type Show = (text: string) => void;

/** Hears what turns show before it is on the record: one listening connection for all who watch in this process. */
@Injectable()
export class DeltaWatchers {
  private readonly sql: Sql;
  private readonly watching = new Map<string, Set<Show>>();
  private listening: Promise<{ unlisten: () => Promise<void> }> | null = null;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Begins at once or a moment later: what is shown meanwhile is missed, as it is by whoever comes later. */
  watch(run: string, turn: number, show: Show): () => void {
    const key = keyOf({ run, turn });
    const all = this.watching.get(key) ?? new Set();
    this.watching.set(key, all.add(show));
    this.listening ??= this.listen();
    return () => {
      all.delete(show);
      if (all.size === 0 && this.watching.get(key) === all) this.watching.delete(key);
    };
  }

  private listen(): Promise<{ unlisten: () => Promise<void> }> {
    const listening = this.sql.listen(DELTA_CHANNEL, (payload) => {
      const delta = JSON.parse(payload) as Delta;
      for (const show of this.watching.get(keyOf(delta)) ?? []) show(delta.text);
    });
    // Deltas are worth no failure: whoever watches next tries again.
    listening.catch(() => (this.listening = null));
    return listening;
  }
}

const keyOf = ({ run, turn }: Pick<Delta, 'run' | 'turn'>): string => `${run} ${turn}`;
