import type { SpineCode } from './errors.ts';
import type { Policy } from './ledger/policy.ts';
import type { TimeStatement } from './time/statement.ts';
import type { Tier } from './vocabulary.ts';

export const VERDICT_NAMES = [
  'integrity',
  'completeness',
  'independence',
  'governance',
  'ground_truth',
  'provenance',
] as const;
export type VerdictName = (typeof VERDICT_NAMES)[number];

/** `absent` means the protection is not there. It is loud and never green. */
export type VerdictState = 'pass' | 'fail' | 'warn' | 'absent';

export interface Verdict {
  readonly name: VerdictName;
  readonly state: VerdictState;
  /** Registered code on `fail`; a `runseal.*` code on `warn` and `absent`; null on `pass`. */
  readonly code: SpineCode | null;
  /** One plain sentence for a person. */
  readonly sentence: string;
  /** First event known to be bad, where the evidence allows saying so; else null. */
  readonly firstBadSeq: number | null;
}

/** Counts of events by tier, as bound into the seal by `provenance.mix`. */
export interface TierMix {
  /** Version of the classification rules. */
  readonly rules: number;
  readonly tiers: Readonly<Record<Tier, number>>;
  readonly types: Readonly<Record<string, number>>;
  /** Events known to be lost. */
  readonly lost: number;
}

/** What `verify` answers. Plain data: the API, the CLI and the browser show the same object. */
export interface Report {
  readonly format: 'runseal-report/1';
  /** The run (stream) the record is about; null when it could not be read. */
  readonly run: string | null;
  /** Number of events carried. */
  readonly events: number;
  /** Hex of the signed root; null when there is no readable checkpoint. */
  readonly root: string | null;
  readonly origin: string | null;
  /** Key id the record names; trust in it comes from the verifier's own keyring. */
  readonly keyId: string | null;
  /** The six verdicts, in the order of VERDICT_NAMES. Never merged. */
  readonly verdicts: readonly Verdict[];
  /** Recomputed from the events; null when they could not be read. */
  readonly mix: TierMix | null;
  /** What the record can and cannot vouch for, in one sentence; null when it could not be read. */
  readonly vouches: string | null;
  /** What a time token beside the record says of its seal; left out where none was presented, or it does not hold. */
  readonly time?: TimeStatement | undefined;
}

/** A key a verifier trusts. */
export interface TrustedKey {
  readonly keyId: string;
  /** 32 bytes, raw Ed25519. */
  readonly publicKey: Uint8Array;
  /** The ledger this key signs for; any when absent. */
  readonly origin?: string;
  /** Since when somebody else may have had the private key, Unix ms. What it signed counts only if it was witnessed before. */
  readonly compromisedAt?: number;
}

/** Leaf hashes by their place, 32 bytes each: a list of them, or `packedLeaves` of a long record. */
export type LeafHashes = Pick<readonly Uint8Array[], 'length' | 'at'>;

/** What may lie beside a record, and what the reader brings. */
export interface Evidence {
  /** 32-byte leaf hash per event, as exported beside the record. A hint to place blame, never authority. */
  readonly leaves?: LeafHashes | undefined;
  /** Text of a C2SP tlog-proof: the seal's place in the ledger. */
  readonly receipt?: string | undefined;
  /** Time token (RFC 3161, DER) over the checkpoint's bytes. */
  readonly timeToken?: Uint8Array | undefined;
  /** Certificates (DER) of the time authorities you trust. They come from you, never from the record. */
  readonly timeAnchors?: readonly Uint8Array[] | undefined;
  /** Lists of revoked certificates (CRL, DER) of those authorities, from you as well. */
  readonly timeRevocations?: readonly Uint8Array[] | undefined;
  /** Which witnesses you trust, and how many must have signed. It comes from you, never from the record. */
  readonly policy?: Policy | undefined;
}

/** DESIGN 7: 0 all pass, 1 a verdict fails, 3 passes but unprotected. */
export function exitCodeOf(report: Report): 0 | 1 | 3 {
  if (report.verdicts.some((v) => v.state === 'fail')) return 1;
  return report.verdicts.every((v) => v.state === 'pass') ? 0 : 3;
}
