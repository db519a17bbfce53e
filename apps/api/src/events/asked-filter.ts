import type { EventFilter, EventIndex } from '@runseal/spine/postgres';
import { ProblemError } from '../problem/problem.ts';
import type { FilterAsked } from '../wire/event.ts';

const TIERS = ['enforced', 'attested', 'unobserved'];
/** Each word is another look at every event. */
const MOST_WORDS = 8;

/** The filter a query asks for; null when it asks for none. Tiers become the types of the run that have them. */
export async function askedFilter(index: EventIndex, run: string, asked: FilterAsked): Promise<EventFilter | null> {
  const { call } = asked;
  const words = (asked.q ?? '').split(/\s+/).filter((word) => word !== '');
  const tiers = listed(asked.tier);
  const named = listed(asked.type);
  refuse('tier', !tiers.every((tier) => TIERS.includes(tier)), `must be of ${TIERS.join(', ')}`);
  refuse('q', words.length > MOST_WORDS, `must be at most ${MOST_WORDS} words`);
  if (tiers.length === 0 && named.length === 0 && words.length === 0 && call === undefined) return null;
  const types = tiers.length === 0 ? (named.length === 0 ? null : named) : await ofTiers(index, run, tiers, named);
  return { types, words, call: call ?? null };
}

async function ofTiers(index: EventIndex, run: string, tiers: readonly string[], named: readonly string[]) {
  const { types } = await index.counts(run);
  return types
    .filter(({ type, tier }) => tiers.includes(tier) && (named.length === 0 || named.includes(type)))
    .map(({ type }) => type);
}

const listed = (text: string | undefined): readonly string[] => (text ?? '').split(',').filter((part) => part !== '');

function refuse(path: string, wrong: boolean, message: string): void {
  if (wrong) throw new ProblemError(400, 'request_invalid', `${path}: ${message}`, { errors: [{ path, message }] });
}
