export type HarnessCode =
  | 'driver_nil'
  | 'driver_empty_name'
  | 'driver_duplicate'
  | 'driver_unknown'
  | 'harness_not_ready'
  | 'harness_refused'
  | 'thread_unusable'
  | 'profile_unknown'
  | 'model_required'
  | 'containment_unavailable'
  | 'bridge_unavailable'
  | 'spawn_failed'
  | 'recorder_failed'
  | 'address_invalid'
  | 'harness_lost'
  | 'harness_unreachable'
  | 'harness_changed'
  | 'executor_missing'
  | 'executor_unreachable'
  | 'executor_invalid'
  | 'placement_refused'
  | 'protocol_violation'
  | 'resume_diverged';

export class HarnessError extends Error {
  override readonly name = 'HarnessError';
  readonly code: HarnessCode;
  constructor(code: HarnessCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
