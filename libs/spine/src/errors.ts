/**
 * Error codes of the record. Codes without a prefix are registered by the Provetrail standard (registry 0.1.0-draft);
 * ours start with `runseal.`. A code, once shipped, keeps its meaning.
 */
export type SpineCode =
  | 'chain.empty'
  | 'chain.non_monotonic_seq'
  | 'chain.stream_mismatch'
  | 'enc.decode'
  | 'enc.duplicate_map_key'
  | 'enc.encode'
  | 'enc.indefinite_length'
  | 'enc.invalid_actor'
  | 'enc.invalid_utf8'
  | 'enc.non_canonical_cbor'
  | 'enc.time_out_of_range'
  | 'enc.trailing_bytes'
  | 'gov.admission_denied_but_executed'
  | 'gov.unadmitted_action'
  | 'merkle.consistency_invalid'
  | 'merkle.inclusion_invalid'
  | 'merkle.missing_node'
  | 'record.decode'
  | 'record.empty'
  | 'record.index_out_of_range'
  | 'record.non_canonical'
  | 'record.root_mismatch'
  | 'record.size_mismatch'
  | 'shallow.no_ground_truth'
  | 'sign.bad_content_type'
  | 'sign.bad_key'
  | 'sign.checkpoint_decode'
  | 'sign.empty_key_id'
  | 'sign.sign_failed'
  | 'sign.signature_invalid'
  | 'sign.unknown_key'
  | `runseal.${string}`;

/** Every error this package throws on purpose. Tests and callers read `code`; people read `message`. */
export class SpineError extends Error {
  override readonly name = 'SpineError';
  /** Stable code, registered or `runseal.*`. */
  readonly code: SpineCode;
  /** The event the error is about, counted from 1, where one can be named. */
  readonly seq: number | undefined;

  constructor(code: SpineCode, message: string, options: { seq?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.seq = options.seq;
  }
}
