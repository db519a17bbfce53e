import type { Dispatch } from '../dispatches.ts';
import { isMap } from '../values.ts';

/** Calls that were let through to their effect. */
export function admitted(dispatches: readonly Dispatch[]): readonly (Dispatch & { startSeq: number })[] {
  return dispatches.filter((d): d is Dispatch & { startSeq: number } => d.startSeq !== null);
}

/** Commitment of a call's arguments, where the record names one. */
export function argumentsOf(dispatch: Dispatch): Uint8Array | null {
  const ref = dispatch.arguments;
  if (!isMap(ref)) return null;
  const { commitment } = ref;
  return commitment instanceof Uint8Array ? commitment : null;
}
