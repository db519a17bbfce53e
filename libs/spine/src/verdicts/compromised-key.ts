/** A signature by a key that somebody else may have had proves nothing, unless it was seen before. */
import { equalBytes } from '../bytes.ts';
import { readCheckpoint } from '../checkpoint.ts';
import { trustedKey } from '../keys.ts';
import type { Keyring } from '../keys.ts';
import type { TrustedKey, Verdict } from '../verdicts.ts';
import { fail } from './judge.ts';

/**
 * The integrity of a record whose key was compromised fails (`runseal.key_compromised`), unless a quorum of the reader's
 * witnesses, or a time authority the reader trusts, had seen the seal before that.
 *
 * @param seenAt POSIX seconds; null when nobody vouches
 */
export function boundByKey(
  integrity: Verdict,
  checkpoint: Uint8Array,
  keyring: Keyring,
  seenAt: number | null,
): Verdict {
  if (integrity.state !== 'pass' || !isList(keyring)) return integrity;
  const { keyId } = readCheckpoint(checkpoint);
  const signer = trustedKey(keyring, keyId ?? '');
  // The same key may be listed twice, once without its mark, or under another name: whoever took it took it under all of them.
  const marks = keyring.flatMap(({ publicKey, compromisedAt }) =>
    signer !== undefined && equalBytes(publicKey, signer) ? (compromisedAt ?? []) : [],
  );
  const since = Math.min(...marks);
  // Who signs whole seconds may have signed at the end of one.
  if (marks.length === 0 || (seenAt !== null && (seenAt + 1) * 1000 <= since)) return integrity;
  const when = new Date(since).toISOString().slice(0, 10);
  return fail('integrity', {
    code: 'runseal.key_compromised',
    sentence: `The signature is by ${keyId ?? 'a key'}, which others may have had since ${when}; no quorum of witnesses and no time authority you trust had seen this seal before that.`,
    seq: null,
  });
}

function isList(keyring: Keyring): keyring is readonly TrustedKey[] {
  return Array.isArray(keyring);
}
