import type { Sql } from 'postgres';
import { ProblemError } from '../problem/problem.ts';

/** What the owner says of a key that seals. */
export interface KeyDecision {
  readonly keyId: string;
  readonly as: 'retired' | 'compromised';
  /** For a compromised key: the first moment somebody else may have had it. */
  readonly since: Date;
  readonly by: string;
  readonly reason: string;
}

/** Puts the decision into the ledger, for ever. Connect as the owner. Throws ProblemError `key_unknown`. */
export async function decideKey(owner: Sql, { keyId, as, since, by, reason }: KeyDecision): Promise<void> {
  await owner.begin(async (tx) => {
    const known = await tx`select from runseal.signing_key where key_id = ${keyId}`;
    if (known.length === 0) throw unknownKey(keyId);
    await tx`select spine.decide_key(${keyId}, ${`key.${as}`}, ${since}, ${by}, ${reason})`;
  });
}

export const unknownKey = (keyId: string): ProblemError =>
  new ProblemError(404, 'key_unknown', `This installation has never sealed with ${keyId}.`);
