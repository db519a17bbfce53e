import { toHex } from '../bytes.ts';
import type { SpineEvent } from '../event.ts';
import type { Answer, Claim, ContentReader } from './claim.ts';
import { finishedByItself } from './finished-by-itself.ts';
import { hostReached } from './host-reached.ts';
import { pathTouched } from './path-touched.ts';
import { toolCalled } from './tool-called.ts';

/**
 * Answers a claim from a run's events. The events must come from a record that verified: an answer is only as good as the
 * record it is read from.
 *
 * @param events all events of the run, in order
 * @param read contents by commitment, for questions about arguments and paths: those `contentsAskedFor` names; leave it out when there are none at hand
 */
export function ask(claim: Claim, events: readonly SpineEvent[], read: ContentReader = () => undefined): Answer {
  switch (claim.kind) {
    case 'tool_called':
      return toolCalled(claim, events, read);
    case 'path_touched':
      return pathTouched(claim, events, read);
    case 'host_reached':
      return hostReached(claim, events);
    case 'finished_by_itself':
      return finishedByItself(claim, events);
  }
}

/** Commitments (32 bytes each) of the contents that `ask` would read to answer the claim, each once. */
export function contentsAskedFor(claim: Claim, events: readonly SpineEvent[]): readonly Uint8Array[] {
  const asked = new Map<string, Uint8Array>();
  ask(claim, events, (commitment) => {
    asked.set(toHex(commitment), commitment);
    return undefined;
  });
  return [...asked.values()];
}
