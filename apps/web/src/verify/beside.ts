/** What may lie beside a record. None of it has authority of its own; without any of it the record is judged as well. */
export interface Beside {
  /** Text of the leaf hashes: a hint to place blame. */
  readonly leaves: string | null;
  /** Text of the ledger's receipt (C2SP tlog-proof). */
  readonly receipt: string | null;
  /** Text of the reader's witness policy (C2SP tlog-policy). */
  readonly policy: string | null;
  /** RFC 3161 token over the seal, DER. */
  readonly timeToken: Uint8Array | null;
  /** Certificates of the time authorities the reader trusts, PEM. */
  readonly timeAnchors: string | null;
}

export const NOTHING_BESIDE: Beside = { leaves: null, receipt: null, policy: null, timeToken: null, timeAnchors: null };
