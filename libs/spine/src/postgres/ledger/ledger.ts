/**
 * The ledger of an installation: the contract. Implemented by `openLedger(…)` in this folder.
 *
 * Opening and sealing runs leaves rows that wait; `batch` writes them into the log and signs its new head. Everything that
 * is read here can be checked against that head by whoever reads it.
 */
import type { LedgerEntryKind, NoteKey, NoteSignature } from '../../ledger/index.ts';

export interface SignedHead {
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** The signed head with the cosignatures it has so far: a C2SP checkpoint. */
  readonly note: string;
  readonly signedAt: Date;
  readonly cosignatures: readonly { readonly name: string; readonly keyId: string; readonly at: Date }[];
}

export interface LedgerRow {
  /** Place in the log, from 0. */
  readonly index: number;
  readonly kind: LedgerEntryKind;
  /** The run, the policy or the key the entry is about. */
  readonly subject: string;
  readonly workspace: string;
  readonly entry: Uint8Array;
  /** 32 bytes. */
  readonly leaf: Uint8Array;
}

/** A run the ledger knows, and the house has no seal of. */
export interface UnsealedRun {
  readonly run: string;
  readonly workspace: string;
  /** Place of its opening in the log. */
  readonly index: number;
  /** `open`: it goes on, or was left. `missing`: the database has no such run any more. */
  readonly state: 'open' | 'missing';
}

export interface Page {
  /** Entries before this place are passed over. */
  readonly from: number;
  /** 1 to 1,000. */
  readonly limit: number;
  /** null: all of them. */
  readonly workspaces: readonly string[] | null;
}

export interface Lag {
  /** Rows that wait for the log. */
  readonly pending: number;
  /** When the oldest of them came; null when none waits. */
  readonly since: Date | null;
}

export interface Ledger {
  /** Name of the log and of its key. */
  readonly origin: string;
  readonly key: NoteKey;
  /**
   * Writes what waits into the log, at most a few thousand rows, and signs the head over it. With `restMs`, only where the
   * newest head, whoever signed it, is older than that: so that many batchers sign no more heads than one. @returns how many.
   */
  batch(restMs?: number): Promise<number>;
  /** The newest head, or the one of that size; null when there is none. */
  head(size?: number): Promise<SignedHead | null>;
  entries(page: Page): Promise<readonly LedgerRow[]>;
  /** C2SP tlog-proof of the run's seal; null while it is not in the log. */
  receipt(run: string): Promise<string | null>;
  /** RFC 9162 consistency proof. @throws SpineError `record.index_out_of_range` */
  consistency(from: number, to: number): Promise<readonly Uint8Array[]>;
  /** Bytes of a C2SP tile, `tile/L/N[.p/W]`; null when there is none (yet) under that path. */
  tile(path: string): Promise<Uint8Array | null>;
  unsealed(page: Page): Promise<readonly UnsealedRun[]>;
  lag(): Promise<Lag>;
  /** Size of the largest head this witness cosigned, as far as we know; 0 when none. */
  lastCosigned(witness: NoteKey): Promise<number>;
  /** Keeps a cosignature that was verified. `at` is POSIX seconds. */
  cosigned(size: number, signature: NoteSignature, at: number): Promise<void>;
}
