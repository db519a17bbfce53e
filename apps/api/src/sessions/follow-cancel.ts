import type { KillSwitch } from '@runseal/dispatch';
import { isStoreAway } from '../database/store-away.ts';
import type { TurnsRepository } from './turns.repository.ts';

export interface Cancel {
  readonly reason: string;
  readonly by: string;
}

export interface FollowingCancel {
  /** Set once the turn was stopped for it. */
  readonly canceled: Cancel | null;
  readonly look: () => void;
  stop(): Promise<void>;
}

/** Watches for a cancel of the turn while it is driven, and stops it then. */
export function followCancel(of: {
  readonly turns: TurnsRepository;
  readonly run: string;
  readonly turn: number;
  readonly everyMs: number;
  readonly stop: KillSwitch;
}): FollowingCancel {
  let canceled: Cancel | null = null;
  let busy: Promise<void> = Promise.resolve();
  const see = async (): Promise<void> => {
    try {
      const asked = await of.turns.cancelOf(of.run, of.turn);
      // Only what really stopped the turn is what ended it.
      if (asked !== null && of.stop.engage(asked.reason, asked.by)) canceled = asked;
    } catch (error) {
      if (!isStoreAway(error)) throw error;
    }
  };
  const look = (): void => {
    busy = busy.then(see).catch(() => undefined);
  };
  const timer = setInterval(look, of.everyMs);
  return {
    get canceled() {
      return canceled;
    },
    look,
    async stop() {
      clearInterval(timer);
      await busy;
    },
  };
}
