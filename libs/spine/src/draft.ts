import type { Actor, EventDraft } from './event.ts';
import type { CborMap } from './values.ts';
import type { EventType, PayloadOf } from './vocabulary.ts';

/**
 * A draft whose payload is checked against the vocabulary at compile time. `undefined` fields are left to the encoder,
 * which refuses them.
 *
 * @example recorder.append(draftOf('run.halted', 'human', { reason: 'wrong goal', by: 'ana' }))
 */
export function draftOf<T extends EventType>(
  type: T,
  actor: Actor,
  payload: PayloadOf[T],
  more: Omit<EventDraft, 'type' | 'actor' | 'payload'> = {},
): EventDraft {
  // The one cast from a named payload to a map: interfaces have no index signature, but each PayloadOf is a plain map of
  // CborValues, and encodeCbor checks every value again.
  return { ...more, type, actor, payload: payload as unknown as CborMap };
}
