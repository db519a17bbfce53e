/**
 * Entries of the ledger: one small canonical CBOR map for everything that must not disappear unnoticed. The ledger's
 * Merkle tree is plain RFC 9162: leaf = SHA-256(00 ‖ entry bytes), so that other people's tlog tools read it.
 */
import { decodeCbor, encodeCbor } from '../cbor.ts';
import { nobleHasher, type Hasher } from '../hash.ts';
import { SpineError } from '../errors.ts';
import type { CborMap, CborValue } from '../values.ts';

/** Everything the ledger can say. Hashes are 32 bytes; times are Unix ns. */
export type LedgerEntry =
  | {
      readonly kind: 'run.opened';
      readonly time: bigint;
      readonly workspace: string;
      readonly run: string;
      /** Salted commitment to the goal, the one in the run's first event: it tells nothing once the salt is erased. */
      readonly goal_commitment: Uint8Array;
    }
  | {
      /** As written before commitments: verified for ever, made no more. */
      readonly kind: 'run.opened';
      readonly time: bigint;
      readonly workspace: string;
      readonly run: string;
      /** SHA-256 of the goal's bytes; empty where it was not known. */
      readonly goal: Uint8Array;
    }
  | {
      readonly kind: 'run.sealed';
      readonly time: bigint;
      readonly workspace: string;
      readonly run: string;
      readonly size: number;
      readonly root: Uint8Array;
      /** SHA-256 of the checkpoint's bytes. */
      readonly checkpoint: Uint8Array;
    }
  | {
      readonly kind: 'content.erased';
      readonly time: bigint;
      readonly workspace: string;
      readonly run: string;
      /** How many contents were erased. */
      readonly count: number;
      /** SHA-256 over the erased commitments, sorted. */
      readonly commitments: Uint8Array;
      readonly actor: string;
      readonly reason: string;
      readonly basis: string;
    }
  | {
      readonly kind:
        | 'run.pruned'
        | 'hold.placed'
        | 'hold.lifted'
        | 'retention.set'
        | 'key.added'
        | 'key.retired'
        | 'key.compromised';
      readonly time: bigint;
      readonly workspace: string;
      /** The run, the policy or the key id the decision is about. */
      readonly subject: string;
      readonly actor: string;
      readonly reason: string;
    };

export type LedgerEntryKind = LedgerEntry['kind'];

/** The longest entry C2SP tiles can carry is 65,535 bytes; ours are held far below. */
export const LONGEST_ENTRY = 8192;

/** @throws SpineError `runseal.ledger_entry_too_long`, `enc.encode` */
export function encodeLedgerEntry(entry: LedgerEntry): Uint8Array {
  const bytes = encodeCbor({ v: 1, ...entry } satisfies Record<string, CborValue>);
  if (bytes.length > LONGEST_ENTRY)
    throw new SpineError(
      'runseal.ledger_entry_too_long',
      `A ledger entry has at most ${LONGEST_ENTRY} bytes, this one ${bytes.length}: shorten its reason.`,
    );
  return bytes;
}

/** Reads an entry for showing. Unknown kinds are returned as they are: the map with its keys. @throws SpineError `enc.*` */
export function decodeLedgerEntry(bytes: Uint8Array): CborMap {
  const value = decodeCbor(bytes);
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof Uint8Array)
    throw new SpineError('enc.decode', 'A ledger entry is a map.');
  return value as CborMap;
}

/** RFC 9162 2.1.1 leaf hash of an entry, 32 bytes. */
export function ledgerLeaf(entry: Uint8Array, hasher: Hasher = nobleHasher): Uint8Array {
  return hasher.sha256(Uint8Array.of(0), entry);
}
