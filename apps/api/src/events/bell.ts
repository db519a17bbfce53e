/** Remembers that it rang while nobody listened, so that a change between a look and a wait is never missed. */
export class Bell {
  private rung = false;
  private wake: (() => void) | null = null;

  readonly ring = (): void => {
    this.rung = true;
    this.wake?.();
  };

  /** Resolves at the next ring, at once if it rang since the last wait, after `ms` at the latest, or on abort. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.rung && !signal.aborted) await this.next(ms, signal);
    this.rung = false;
  }

  private next(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      this.wake = done;
    });
  }
}
