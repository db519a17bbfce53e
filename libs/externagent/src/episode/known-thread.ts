/** Whether the conversation an episode goes on with is the one it was to be, by what the CLI itself prints of it. */

/**
 * Milliseconds a call waits for the CLI to name its conversation: it prints the name before it calls, but what it prints
 * and what it calls come by two ways, and on a busy machine the call may be there first.
 */
export const NAMING_MS = 5_000;

export interface KnownThread {
  /** Told after each line which conversations were named so far. */
  heard(sessions: ReadonlySet<string>): void;
  /**
   * True once the right one, and no other, has been named; false when another was, when `stop` or `cancelled` comes
   * first, or when none was named in time.
   */
  confirmed(cancelled: AbortSignal): Promise<boolean>;
}

/** `resumes`: id of the conversation that is gone on with; null for a new one, which is right whatever it is called. */
export function knownThread(resumes: string | null, stop: AbortSignal, namingMs: number = NAMING_MS): KnownThread {
  const settled = new AbortController();
  let limit: NodeJS.Timeout | undefined;
  let right = resumes === null;
  return {
    heard(sessions) {
      if (resumes === null || sessions.size === 0) return;
      right = sessions.size === 1 && sessions.has(resumes);
      clearTimeout(limit);
      settled.abort();
    },
    async confirmed(cancelled) {
      if (resumes === null) return true;
      // Once for all calls: whoever never names it is not waited for again and again.
      limit ??= setTimeout(() => settled.abort(), namingMs).unref();
      await aborted(AbortSignal.any([settled.signal, stop, cancelled]));
      return right;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
