/** How a program is stopped: asked first, then killed. */
export interface Ladder {
  /** True once the ladder was climbed: the end was our doing. */
  readonly climbed: boolean;
  /** Takes the ladder away; to be called when the program is gone. */
  dispose(): void;
}

export interface LadderOptions {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds between asking and killing. */
  readonly graceMs: number;
  readonly ask: () => void;
  readonly kill: () => void;
}

/** On abort: `ask` (SIGINT to the program), and when it is still there after the grace, `kill` (SIGKILL to all of it). */
export function killLadder({ signal, graceMs, ask, kill }: LadderOptions): Ladder {
  let climbed = false;
  let timer: NodeJS.Timeout | undefined;
  const climb = (): void => {
    climbed = true;
    ask();
    timer = setTimeout(kill, graceMs);
  };
  signal?.addEventListener('abort', climb, { once: true });
  if (signal?.aborted === true) climb();
  return {
    get climbed() {
      return climbed;
    },
    dispose() {
      signal?.removeEventListener('abort', climb);
      clearTimeout(timer);
    },
  };
}
