import type { Tool } from '@runseal/dispatch';
import { HarnessError, isReady, type Driver } from '@runseal/harness';
import { descriptionOf } from '@runseal/harness/remote';
import type { Goal } from '../wire/goal.ts';
import type { Claim } from '../worker/claims.repository.ts';
import type { Means } from '../worker/means.ts';

export interface SessionHarness {
  readonly driver: Driver;
  /** What can be carried out for it here. */
  readonly tools: readonly Tool[];
}

/** The harness of a session, ready to drive. Throws HarnessError: nothing else is ever taken in its place. */
export async function sessionHarness(means: Means, claim: Claim, goal: Goal): Promise<SessionHarness> {
  const remote = await means.remotes.forSession(goal.harness, await pinnedDigest(means, claim.run));
  const found = remote ?? { driver: means.registry.get(goal.harness), tools: means.tools };
  const readiness = await found.driver.ready(means.env);
  if (!isReady(readiness)) throw new HarnessError(codeOf(readiness.code), readiness.reason);
  return found;
}

/** What is known of it without asking; null for one this worker does not have. */
export function descriptionFor({ remotes, registry }: Pick<Means, 'remotes' | 'registry'>, harness: string) {
  if (remotes.isRemote(harness)) return descriptionOf(harness.replace(/^remote:/, ''));
  return registry.names.includes(harness) ? registry.get(harness).describe() : null;
}

/** What the harness said of itself when the session was made; null for one that is not remote. */
async function pinnedDigest({ sql }: Means, run: string): Promise<string | null> {
  const rows = await sql<{ digest: Buffer | null }[]>`
    select harness_digest as digest from runseal.agent_session where run = ${run}`;
  return rows[0]?.digest?.toString('hex') ?? null;
}

/** The codes a driver gives its readiness are those of HarnessError where it is one of ours. */
const codeOf = (code: string | null) =>
  code === 'harness_changed' || code === 'harness_unreachable' || code === 'placement_refused'
    ? code
    : 'harness_not_ready';
