import { decodeEvent, draftOf, vouchSentence, type CborMap, type Signer } from '@runseal/spine';
import type { Head, RunWriter, SpineStore } from '@runseal/spine/postgres';
import { between } from '../faults/fault-point.ts';
import { codeOf } from '../problem/code-of.ts';
import type { Ending } from './ending.ts';
import type { Account, OutcomesRepository } from './outcomes.repository.ts';
import { RunFactsCounter } from './run-facts.ts';

export interface Closers {
  readonly store: SpineStore;
  readonly outcomes: OutcomesRepository;
  readonly signer: Signer;
}

/**
 * Records how the run ended, seals it and says so in the table. `check` names the check
 * that was made: a success rests on it, a failure is told by it.
 */
export async function closeRun(closers: Closers, writer: RunWriter, ending: Ending, check?: number): Promise<Head> {
  const { result, reason, steps, final } = ending;
  await writer.append(
    draftOf('outcome.recorded', 'system', { result, ...(check === undefined ? {} : { check }), reason, steps, final }),
  );
  return sealRun(closers, writer, ending);
}

/** Seals a run whose outcome is on the record. A run that cannot be sealed has still ended, and says so. */
export async function sealRun(closers: Closers, writer: RunWriter, ending: Ending): Promise<Head> {
  try {
    const head = await writer.seal(closers.signer, { lost: ending.lost });
    await settle(closers, head, ending);
    return head;
  } catch (error) {
    if (isKeyTrouble(error)) await closers.outcomes.unsealed(writer.run, ending);
    throw error;
  }
}

/** Brings the table in line with a sealed record. Safe to repeat. */
export async function settle(closers: Closers, head: Head, ending: Ending): Promise<void> {
  const account = await accountOf(closers.store, head.run);
  await between('writing the outcome down', () => closers.outcomes.sealed(head, ending, account));
}

async function accountOf(store: SpineStore, run: string): Promise<Account> {
  const events: { type: string; payload: CborMap }[] = [];
  const counter = new RunFactsCounter();
  for await (const { type, canonical } of store.scan(run)) {
    // By far the most, and only counted: their payloads are not worth holding.
    const event = { type, payload: type === 'provenance.attested' ? {} : decodeEvent(canonical).payload };
    events.push(event);
    counter.see(event);
  }
  return { vouches: vouchSentence(events), facts: counter.facts };
}

/** The signer's own failures; anything else (a lost lease, an absent database) is for whoever holds the run next. */
const isKeyTrouble = (error: unknown): boolean => codeOf(error).startsWith('sign.');
