/** Why the waist refused a call. Stable; recorded as dispatch.rejected.reason. */
export type RejectionCode =
  | 'capability_denied'
  | 'scope_denied'
  | 'action_unknown'
  | 'arguments_invalid'
  | 'arguments_too_large'
  | 'containment_unavailable'
  | 'run_halted'
  | 'budget_exceeded'
  | 'not_conformant'
  | 'approval_denied'
  | 'approval_expired'
  | 'approval_withdrawn'
  | 'approval_unavailable'
  | 'approval_used'
  | 'idempotency_key_missing';

/** Why an admitted action failed. Stable; recorded as dispatch.end.error_class. */
export type ActionErrorCode =
  | 'not_found'
  | 'path_escapes'
  | 'not_a_file'
  | 'not_a_directory'
  | 'too_large'
  | 'patch_rejected'
  | 'exit_nonzero'
  | 'timed_out'
  | 'cancelled'
  | 'disk_full'
  | 'permission_denied'
  /** Nobody was asked: what carries the action out is not there. */
  | 'executor_unreachable'
  /** It was asked, and never said how it went. */
  | 'executor_lost'
  /** It says that it did not work. */
  | 'executor_failed'
  | 'internal';

/** Thrown by tools. The message is shown to the model and to people: say what to do, never a host path outside the workspace. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
  readonly code: ActionErrorCode;
  constructor(code: ActionErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** A failure of the waist itself (the recorder is gone, the sandbox cannot be had): the run must stop. */
export class DispatchError extends Error {
  override readonly name = 'DispatchError';
  readonly code: `runseal.${string}`;
  constructor(code: `runseal.${string}`, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
