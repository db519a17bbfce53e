import { toHex } from '../bytes.ts';
import type { Answer, AskedEvent, Claim, ContentReader, Inquiry } from './claim.ts';
import { FinishedByItself } from './finished-by-itself.ts';
import { HostReached } from './host-reached.ts';
import { PathTouched } from './path-touched.ts';
import { ToolCalled } from './tool-called.ts';

/**
 * Asks a claim of events that go by one by one and need not be held. They must come from a record that verified: an answer
 * is only as good as the record it is read from.
 *
 * @example
 * const inquiry = inquire(parseClaim('host:example.org reached'));
 * for (const event of events) inquiry.see(event, contentOf(inquiry.wants(event)));
 * return inquiry.answer();
 */
export function inquire(claim: Claim): Inquiry {
  switch (claim.kind) {
    case 'tool_called':
      return new ToolCalled(claim);
    case 'path_touched':
      return new PathTouched(claim);
    case 'host_reached':
      return new HostReached(claim);
    case 'finished_by_itself':
      return new FinishedByItself(claim);
  }
}

/**
 * Answers a claim from a run's events, as `inquire` does.
 *
 * @param events all events of the run, in order
 * @param read contents by commitment, for questions about arguments and paths: those `contentsAskedFor` names; leave it out when there are none at hand
 */
export function ask(claim: Claim, events: readonly AskedEvent[], read: ContentReader = () => undefined): Answer {
  const inquiry = inquire(claim);
  for (const event of events) inquiry.see(event, read);
  return inquiry.answer();
}

/** Commitments (32 bytes each) of the contents that `ask` would read to answer the claim, each once. */
export function contentsAskedFor(claim: Claim, events: readonly AskedEvent[]): readonly Uint8Array[] {
  const inquiry = inquire(claim);
  const asked = new Map<string, Uint8Array>();
  for (const event of events) {
    const wanted = inquiry.wants(event);
    if (wanted !== null) asked.set(toHex(wanted.commitment), wanted.commitment);
  }
  return [...asked.values()];
}
