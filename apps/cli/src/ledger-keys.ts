import { SpineError, type TrustedKey } from '@runseal/spine';
import { noteKey, NOTE_ED25519, type NoteKey, type Policy } from '@runseal/spine/ledger';
import { CliError, EXIT } from './errors.ts';

/** Whose signature counts under the heads of a ledger. */
export interface LogTrust {
  /** The name the ledger gives itself. */
  readonly origin: string;
  readonly keyring: readonly TrustedKey[];
  readonly policy: Policy | undefined;
}

/**
 * Does what takes keys of the log with those the reader trusts: the policy's, else those of the keyring. What the ledger is
 * caught at fails (exit 1) with its own code; a head under a key that is marked as compromised says so.
 */
export async function trusting<T>(
  { origin, keyring, policy }: LogTrust,
  work: (keys: readonly NoteKey[]) => Promise<T>,
): Promise<T> {
  const named = policy?.logs.map(({ key }) => key) ?? [];
  const keys = (named.length > 0 ? named : keysFor(origin, keyring)).filter(isUnmarked(keyring));
  try {
    return await work(keys);
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    const lost = marked(keyring);
    throw cause.code === 'runseal.ledger_unknown_log' && lost.length > 0
      ? compromised(lost)
      : new CliError(cause.code, cause.message, { exitCode: EXIT.failed, cause });
  }
}

/** Your keys, as keys of the log of that name. */
function keysFor(name: string, keyring: readonly TrustedKey[]): NoteKey[] {
  if (keyring.length === 0)
    throw new CliError('usage', 'Say whose ledger it is: --keys FILE, --key KEY, or a --policy that names the log.', {
      exitCode: EXIT.usage,
    });
  return keyring
    .filter(({ origin }) => origin === undefined || origin === name)
    .map(({ publicKey }) => noteKey(name, NOTE_ED25519, publicKey));
}

/** Keys that others may have had: what they sign now says nothing. */
const marked = (keyring: readonly TrustedKey[]): readonly TrustedKey[] =>
  keyring.filter(({ compromisedAt }) => compromisedAt !== undefined);

/** The same key may be listed twice, once without its mark or under another name, or be named by a policy. */
const isUnmarked =
  (keyring: readonly TrustedKey[]) =>
  ({ publicKey }: NoteKey): boolean =>
    marked(keyring).every((lost) => Buffer.compare(lost.publicKey, publicKey) !== 0);

const compromised = (keys: readonly TrustedKey[]): CliError =>
  new CliError(
    'runseal.key_compromised',
    `The newest head is not signed by a key you trust; of those you gave, ${keys.map(({ keyId }) => keyId).join(', ')} may be in the hands of others, and counts no more.`,
    { exitCode: EXIT.failed },
  );
