/** Content beside the chain: an event carries its salted commitment, so that it can be erased and the record still holds. */
import { equalBytes, expectBytes, uint64BE, utf8 } from './bytes.ts';
import { SpineError } from './errors.ts';
import { HASH_BYTES, nobleHasher } from './hash.ts';
import type { Hasher } from './hash.ts';
import { isMap } from './values.ts';
import type { CborMap, CborValue } from './values.ts';

/** How an event names content that lies beside the chain. In a payload: `{commitment, bytes, media}`. */
export interface ContentRef {
  /** 32 bytes: SHA-256("runseal/content/v1\n" ‖ uint64BE(len salt) ‖ salt ‖ uint64BE(len bytes) ‖ bytes). */
  readonly commitment: Uint8Array;
  /** Length of the content in bytes. */
  readonly bytes: number;
  /** Media type, e.g. `application/json`. */
  readonly media: string;
}

/** Content with its salt: what the store keeps, and what erasure removes. */
export interface Content {
  readonly ref: ContentRef;
  /** 32 random bytes, one salt per content, never in the event. */
  readonly salt: Uint8Array;
  readonly bytes: Uint8Array;
}

const CONTENT_TAG = utf8('runseal/content/v1\n');
/** Bytes of a salt. */
export const SALT_BYTES = 32;

/** Commits to `bytes` of media type `media` under a fresh random salt, or under `salt` (32 bytes) when given. */
export function commitContent(
  bytes: Uint8Array,
  media: string,
  salt: Uint8Array = freshSalt(),
  hasher: Hasher = nobleHasher,
): Content {
  expectBytes('salt', salt, SALT_BYTES);
  return { ref: { commitment: commitmentOf(salt, bytes, hasher), bytes: bytes.length, media }, salt, bytes };
}

/** True when salt and bytes are what the reference commits to. */
export function openContent(content: Content, hasher: Hasher = nobleHasher): boolean {
  const { ref, salt, bytes } = content;
  return ref.bytes === bytes.length && equalBytes(ref.commitment, commitmentOf(salt, bytes, hasher));
}

/** The reference as it stands in a payload. */
export function contentRefToCbor(ref: ContentRef): CborMap {
  return { commitment: ref.commitment, bytes: ref.bytes, media: ref.media };
}

/** Reads a reference out of a payload. Throws `runseal.bad_content_ref` when it is not exactly one. */
export function contentRefFromCbor(value: CborValue | undefined): ContentRef {
  if (isMap(value) && Object.keys(value).length === 3) {
    const { commitment, bytes, media } = value;
    const sized = typeof bytes === 'number' && bytes >= 0;
    if (commitment instanceof Uint8Array && commitment.length === HASH_BYTES && sized && typeof media === 'string') {
      return { commitment, bytes, media };
    }
  }
  throw new SpineError('runseal.bad_content_ref', 'this is not a content reference {commitment, bytes, media}');
}

function commitmentOf(salt: Uint8Array, bytes: Uint8Array, hasher: Hasher): Uint8Array {
  return hasher.sha256(CONTENT_TAG, uint64BE(salt.length), salt, uint64BE(bytes.length), bytes);
}

/** Randomness for so many salts is asked for at once: to ask takes longer than to hash a short content. */
const SALTS_AT_ONCE = 64;
const ahead = new Uint8Array(SALTS_AT_ONCE * SALT_BYTES);
let taken = ahead.length;

function freshSalt(): Uint8Array {
  if (taken === ahead.length) {
    crypto.getRandomValues(ahead);
    taken = 0;
  }
  const salt = ahead.slice(taken, taken + SALT_BYTES);
  // Whoever erases it must not find it here.
  ahead.fill(0, taken, taken + SALT_BYTES);
  taken += SALT_BYTES;
  return salt;
}
