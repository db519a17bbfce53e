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

/** Puts the decision into the ledger, for ever. Connect as the owner. Throws ProblemError `key_unknown`, `since_invalid`. */
export async function decideKey(owner: Sql, { keyId, as, since, by, reason }: KeyDecision): Promise<void> {
  await owner.begin(async (tx) => {
    const [known] = await tx<{ valid_from: Date }[]>`
      select valid_from from runseal.signing_key where key_id = ${keyId}`;
    if (known === undefined) throw unknownKey(keyId);
    checkSince(as, since, known.valid_from);
    await tx`select spine.decide_key(${keyId}, ${`key.${as}`}, ${since}, ${by}, ${reason})`;
  });
}

/**
 * A mark stands for ever, so it has to make sense: of a time that has passed, and no key was retired before it sealed. Others
 * may have had it before that. Throws ProblemError `since_invalid`.
 */
export function checkSince(as: KeyDecision['as'], since: Date, validFrom: Date): void {
  if (since.getTime() > Date.now())
    throw invalidSince('A key is marked from now on or from a time that has passed.', 'must not be in the future');
  if (as === 'retired' && since < validFrom)
    throw invalidSince(
      `The key seals since ${validFrom.toISOString()}: it cannot have been retired before.`,
      'must not be before the key was valid',
    );
}

const invalidSince = (sentence: string, message: string): ProblemError =>
  new ProblemError(422, 'since_invalid', sentence, { errors: [{ path: 'since', message }] });

export const unknownKey = (keyId: string): ProblemError =>
  new ProblemError(404, 'key_unknown', `This installation has never sealed with ${keyId}.`);
