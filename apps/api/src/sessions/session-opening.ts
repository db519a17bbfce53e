import type { HarnessDescription } from '@runseal/harness';
import type { CborMap, EventDraft, ForkPoint } from '@runseal/spine';
import { readPrefix, type RunWriter } from '@runseal/spine/postgres';
import type { Sql } from 'postgres';
import { goalOf } from '../goals/goal-bytes.ts';
import type { Claim } from '../worker/claims.repository.ts';
import { openingDrafts } from '../worker/opening.ts';

/** What is said of a session when its record begins. */
export type OpeningClaim = Pick<Claim, 'run' | 'workspace' | 'principal' | 'goal' | 'goalSalt' | 'profile'>;

/**
 * The first two events of a session: those of every run, with its project and, where it was forked, the prefix of its
 * parent that it commits to.
 */
export function sessionOpening(
  claim: OpeningClaim,
  harness: HarnessDescription | null,
  { project, fork }: { readonly project: string; readonly fork: ForkPoint | null },
): readonly EventDraft[] {
  const [opened, ...rest] = openingDrafts(asClaim(claim), goalOf(claim.goal), {
    harness,
    readiness: null,
    probed: null,
  });
  const more: CborMap = { session: { project }, ...(fork !== null && { forked_from: { ...fork } }) };
  return [{ ...opened!, payload: { ...opened!.payload, ...more } }, ...rest];
}

/** Opens a session whose maker went away before it could. */
export async function openLate(sql: Sql, writer: RunWriter, claim: Claim, harness: HarnessDescription | null) {
  const [row] = await sql<{ project: string; parent: string | null; fork_seq: string | null }[]>`
    select project, parent, fork_seq from runseal.agent_session where run = ${claim.run}`;
  const { project, parent, fork_seq: seq } = row!;
  const fork = parent === null || seq === null ? null : await readPrefix(sql, parent, Number(seq));
  await writer.append(...sessionOpening(claim, harness, { project, fork }));
}

const asClaim = (claim: OpeningClaim): Claim => ({
  ...claim,
  submittedAt: new Date(0),
  attempts: 1,
  halt: null,
  session: true,
});
