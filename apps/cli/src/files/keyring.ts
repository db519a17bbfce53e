import { fromHex, keyIdOf, publicKeyOf, SpineError, type TrustedKey } from '@runseal/spine';
import { CliError, EXIT, type ExitCode } from '../errors.ts';
import { readJson } from './read.ts';

/** One entry of keys.json. */
export interface KeyEntry {
  readonly keyId: string;
  readonly publicKeyHex: string;
  readonly origin?: string;
  /** The same key as verifier of its ledger (C2SP signed note). */
  readonly vkey?: string;
  /** ISO time since when others may have had the private key. */
  readonly compromisedAt?: string;
}

/**
 * The keys the caller trusts: `--key` (64 hex digits, a key id, which holds its key, or NAME=hex) and `--keys FILE`, each as
 * often as it is given: a file that was silently passed over may be the one that says a key is compromised.
 */
export async function readKeyring(options: {
  key: readonly string[];
  keys: string | readonly string[] | undefined;
}): Promise<TrustedKey[]> {
  const ring = options.key.map(parseKey);
  for (const file of [options.keys ?? []].flat()) ring.push(...trustedKeys(await readKeyEntries(file)));
  return ring;
}

/** Parses one `--key` value. A name is for records of others, whose key ids do not hold the key. */
export function parseKey(text: string): TrustedKey {
  const [, name, hex] = /^(?:(.+)=)?([0-9a-f]{64})$/i.exec(text) ?? [];
  try {
    if (hex === undefined) return trusted(publicKeyOf(text));
    const key = trusted(fromHex(hex.toLowerCase()));
    return name === undefined ? key : { ...key, keyId: checkedId(name, key) };
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw invalid(
      `--key ${text.slice(0, 100)} is neither 64 hex digits, nor a key id (ed25519:…), nor NAME=hex.`,
      EXIT.usage,
    );
  }
}

/** Checks the entries of a keys.json document; each id must be the id of its own key. */
export function parseKeyEntries(document: unknown, path: string): KeyEntry[] {
  if (!Array.isArray(document)) throw invalid(`${path} must hold a list of {keyId, publicKeyHex}.`, EXIT.unreadable);
  return document.map((entry: unknown, index) => {
    const members = (entry ?? {}) as Record<string, unknown>;
    const { keyId, publicKeyHex, origin, vkey, compromisedAt } = members;
    const otherwise = Object.keys(members).find((name) => name !== 'compromisedAt' && /^compromis/iu.test(name));
    if (otherwise !== undefined)
      throw invalid(
        `${path}: entry ${index + 1} has ${JSON.stringify(otherwise.slice(0, 40))}; the mark of a key is called compromisedAt.`,
        EXIT.unreadable,
      );
    if (typeof publicKeyHex !== 'string' || !/^[0-9a-f]{64}$/i.test(publicKeyHex))
      throw invalid(`${path}: entry ${index + 1} has no publicKeyHex of 64 hex digits.`, EXIT.unreadable);
    if (typeof keyId !== 'string' || !isIdOf(keyId, publicKeyHex))
      throw invalid(
        `${path}: entry ${index + 1} names a keyId that is not the id of its publicKeyHex.`,
        EXIT.unreadable,
      );
    return {
      keyId,
      publicKeyHex: publicKeyHex.toLowerCase(),
      ...(typeof origin === 'string' ? { origin } : {}),
      ...(typeof vkey === 'string' ? { vkey } : {}),
      ...(compromisedAt == null ? {} : { compromisedAt: checkedTime(compromisedAt, path, index) }),
    };
  });
}

/** The entries of a keys.json. */
export async function readKeyEntries(path: string): Promise<KeyEntry[]> {
  const document = await readJson(path);
  const entries = parseKeyEntries(document, path);
  for (const [index, entry] of (document as KeyTimes[]).entries())
    if (endsBeforeItBegins(entry))
      throw invalid(
        `${path}: entry ${index + 1} was retired before it was valid, so its history is wrong: ask its owner. If you trust the key all the same, leave retiredAt out.`,
        EXIT.unreadable,
      );
  return entries;
}

/** What `runseal keys --json` says besides, anything in a file of others. */
interface KeyTimes {
  readonly validFrom?: unknown;
  readonly retiredAt?: unknown;
}

const endsBeforeItBegins = ({ validFrom, retiredAt }: KeyTimes): boolean =>
  typeof validFrom === 'string' && typeof retiredAt === 'string' && Date.parse(retiredAt) < Date.parse(validFrom);

/** Entries as keys to verify with. */
export function trustedKeys(entries: readonly KeyEntry[]): TrustedKey[] {
  return entries.map(({ keyId, publicKeyHex, origin, compromisedAt }) => ({
    keyId,
    publicKey: fromHex(publicKeyHex),
    ...(origin === undefined ? {} : { origin }),
    ...(compromisedAt === undefined ? {} : { compromisedAt: Date.parse(compromisedAt) }),
  }));
}

/** A mark that cannot be read must not be taken for none. */
function checkedTime(value: unknown, path: string, index: number): string {
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return value;
  throw invalid(`${path}: entry ${index + 1} has a compromisedAt that is no time.`, EXIT.unreadable);
}

/** An id of our own form must be the id of its key; any other name is the business of whoever trusts it. */
const isIdOf = (keyId: string, publicKeyHex: string): boolean =>
  !keyId.startsWith('ed25519:') || keyId === keyIdOf(fromHex(publicKeyHex.toLowerCase()));

function checkedId(name: string, key: TrustedKey): string {
  if (name.startsWith('ed25519:') && name !== key.keyId)
    throw new SpineError('sign.bad_key', 'the id names another key');
  return name;
}

const trusted = (publicKey: Uint8Array): TrustedKey => ({ keyId: keyIdOf(publicKey), publicKey });

const invalid = (message: string, exitCode: ExitCode): CliError => new CliError('key_invalid', message, { exitCode });
