/** What a time token adds to independence: who saw the seal, by when. It never makes a verdict better than it was. */
import { SpineError } from '../errors.ts';
import { latestOf, type Revocation, type TimeStatement } from '../time/statement.ts';
import type { Evidence, Verdict } from '../verdicts.ts';
import type { Independence } from './independence.ts';
import { fail } from './judge.ts';

export interface Timed {
  readonly verdict: Verdict;
  /** null: no token was presented, or it does not hold. */
  readonly time: TimeStatement | null;
  /** POSIX seconds by which a quorum of witnesses, or a time authority the reader trusts, had seen the seal; else null. */
  readonly seenAt: number | null;
}

/**
 * The token bounds when the checkpoint's bytes existed, and nothing else: who holds the key could have had two seals stamped.
 * So a verdict that warns goes on warning. A token that does not hold fails it (`runseal.time_*`).
 */
export async function withTime(
  { verdict, witnessedAt }: Independence,
  checkpoint: Uint8Array,
  evidence: Evidence | undefined,
): Promise<Timed> {
  const { timeToken, timeAnchors = [], timeRevocations = [] } = evidence ?? {};
  if (timeToken === undefined) return { verdict, time: null, seenAt: witnessedAt };
  try {
    const { verifyTimeToken } = await timeReader();
    const time = await verifyTimeToken(timeToken, checkpoint, timeAnchors, timeRevocations);
    const sentence = `${verdict.sentence} ${saidBy(time, timeAnchors.length > 0)}`;
    const seenAt = time.trusted ? earliest(witnessedAt, Math.ceil(latestOf(time) / 1000)) : witnessedAt;
    return { verdict: { ...verdict, sentence }, time, seenAt };
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    const fault = { code: error.code, sentence: `The time token does not hold: ${error.message}`, seq: null };
    const failed = verdict.state === 'fail' ? verdict : fail('independence', fault);
    return { verdict: failed, time: null, seenAt: witnessedAt };
  }
}

// Only records with a token pay for the library that reads one.
const timeReader = () => import('../time/verify-token.ts');

/** Loads what reads time tokens, for whoever may have lost the network before the first one comes. */
export async function loadTimeReader(): Promise<void> {
  await timeReader();
}

function saidBy(time: TimeStatement, anchored: boolean): string {
  const { authority, at, accuracyMs, certificateUntil, trusted, revocation } = time;
  if (!trusted) {
    if (anchored && revocation?.revokedAt != null)
      return `A time token by ${authority} lies beside it and counts for nothing: its certificate was revoked on ${moment(revocation.revokedAt)}.`;
    const why = anchored ? 'none of the authorities you named vouches for it' : 'you named no time authority you trust';
    return `A time token by ${authority} lies beside it and counts for nothing: ${why}.`;
  }
  const within = accuracyMs === null ? 'how exactly is not stated' : `to within ${accuracyMs / 1000} s`;
  return (
    `The time authority ${authority}, which you trust, states that this seal existed on ${moment(at)} (${within}); ` +
    `its certificate runs until ${moment(certificateUntil).slice(0, 10)}, and ${revokedOrNot(revocation)}.`
  );
}

function revokedOrNot(revocation: Revocation | null): string {
  if (revocation === null) return 'whether it was revoked was not looked at';
  const { asOf, revokedAt } = revocation;
  if (revokedAt === null) return `it was not revoked by ${moment(asOf)}, as the list you brought says`;
  return `it was revoked on ${moment(revokedAt)}, later, for a reason that leaves earlier tokens good`;
}

const moment = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? 'no date' : date.toISOString().replace('.000Z', 'Z');
};

const earliest = (one: number | null, other: number): number => (one === null ? other : Math.min(one, other));
