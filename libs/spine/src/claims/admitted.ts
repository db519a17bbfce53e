import type { Dispatch } from '../dispatches.ts';

/** Calls that were let through to their effect. */
export function admitted(dispatches: readonly Dispatch[]): readonly (Dispatch & { startSeq: number })[] {
  return dispatches.filter((d): d is Dispatch & { startSeq: number } => d.startSeq !== null);
}
