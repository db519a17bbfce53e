import { fromHex, keyIdOf, parsePlainJson, publicKeyOf, toHex } from '@runseal/spine';
import { isTime, withMark, type NamedKey } from './keyring.ts';

/**
 * The keys a pasted text names, each once: key ids, 64 hex digits, or a keys.json, whose marks come with its keys. A text that
 * says of a key that others may have it, in a way that cannot be kept, names none.
 *
 * @returns what is wrong instead, where there is nothing to take
 */
export function keysInText(text: string): readonly NamedKey[] | string {
  const document = parsed(text);
  if (document === TWICE) return 'This JSON gives a field twice, so that it can be read in two ways. Ask its owner.';
  const entries = document === undefined ? [] : objectsIn(document);
  const wrong = entries.map(faultOf).find((fault) => fault !== null) ?? null;
  if (wrong !== null) return wrong;
  if (document === undefined && MARK.test(text)) return UNKEPT;
  const marked = entries.flatMap(({ publicKeyHex, compromisedAt }) =>
    typeof publicKeyHex === 'string' && typeof compromisedAt === 'string'
      ? [{ publicKeyHex: publicKeyHex.toLowerCase(), compromisedAt: new Date(compromisedAt).toISOString() }]
      : [],
  );
  const keys = named(text).map((publicKeyHex) =>
    marked.filter((one) => one.publicKeyHex === publicKeyHex).reduce<NamedKey>(withMark, { publicKeyHex }),
  );
  return keys.length === 0 ? NO_KEY : keys;
}

const NO_KEY = 'There is no public key in this text. Paste a key id (ed25519:…), 64 hex digits, or a keys.json.';
const UNKEPT =
  'This text says that a key may be in the hands of others, and not in the way a keys.json does. Trust the key by its id, then mark it here.';

const MARK = /compromis/iu;
const TWICE = Symbol('a field is given twice');

/** undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return parsePlainJson(text);
  } catch (error) {
    return error instanceof SyntaxError ? undefined : TWICE;
  }
}

type Members = Readonly<Record<string, unknown>>;

function objectsIn(value: unknown): readonly Members[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : [value as Members]), ...Object.values(value).flatMap(objectsIn)];
}

/** What makes an entry one that is not taken, as the command line does not take it. */
function faultOf(entry: Members): string | null {
  const { keyId, publicKeyHex: hex, compromisedAt, validFrom, retiredAt } = entry;
  const isKey = typeof hex === 'string' && /^[0-9a-f]{64}$/i.test(hex);
  if (
    isKey &&
    typeof keyId === 'string' &&
    keyId.startsWith('ed25519:') &&
    keyId !== keyIdOf(fromHex(hex.toLowerCase()))
  )
    return `${keyId.slice(0, 60)} is not the id of the key that is given with it.`;
  if (
    Object.entries(entry).some(
      ([name, value]) => MARK.test(name) && value !== null && !(isKey && name === 'compromisedAt'),
    )
  )
    return UNKEPT;
  if (isKey && compromisedAt != null && !isTime(compromisedAt)) return 'A key has a compromisedAt that is no time.';
  if (isKey && isTime(validFrom) && isTime(retiredAt) && Date.parse(retiredAt) < Date.parse(validFrom))
    return 'A key was retired before it was valid, so its history is wrong: ask its owner.';
  return null;
}

function named(text: string): readonly string[] {
  const ids = [...text.matchAll(/ed25519:[A-Za-z0-9_-]+/g)].flatMap(([id]) => keyOfId(id));
  const hexes = [...text.matchAll(/(?<![0-9A-Za-z])[0-9a-fA-F]{64}(?![0-9A-Za-z])/g)].map(([hex]) => hex.toLowerCase());
  return [...new Set([...ids, ...hexes])];
}

function keyOfId(id: string): readonly string[] {
  try {
    return [toHex(publicKeyOf(id))];
  } catch {
    return [];
  }
}
