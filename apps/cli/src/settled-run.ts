import { setTimeout as pause } from 'node:timers/promises';
import type { RunDetail, Server } from './server/server.ts';

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 15_000;

/** A run whose seal was seen: the server's summary of it may follow the seal a moment later, so this waits for it. */
export async function settledRun(server: Server, id: string): Promise<RunDetail> {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    const run = await server.run(id);
    if (isOver(run) || Date.now() > until) return run;
    await pause(LOOK_EVERY_MS);
  }
}

const LOOK_FOR_END_MS = 3000;

/**
 * Aborts once the run is over without a seal (its key was gone, for example): then no more events come, and no end of the
 * stream either. `stop` ends the looking.
 */
export function overWithoutSeal(server: Server, id: string): { readonly signal: AbortSignal; stop(): void } {
  const over = new AbortController();
  const timer = setInterval(() => {
    const look = async (): Promise<void> => {
      const run = await server.run(id);
      if (isOver(run) && !run.sealed) over.abort();
    };
    // A server that is away is the event stream's business.
    look().catch(() => undefined);
  }, LOOK_FOR_END_MS);
  return { signal: over.signal, stop: () => clearInterval(timer) };
}

const isOver = ({ state }: RunDetail): boolean => state !== 'queued' && state !== 'running';
