/** The ApprovalDesk port: where a call that needs people waits for them. */
import type { ContentRef } from '@runseal/spine';

/** Who must agree before an action runs. */
export interface ApprovalPolicy {
  /** How many different people; 0 is nobody. */
  readonly required: number;
  /** Principals who may decide; empty means everybody who may use the workspace. */
  readonly of: readonly string[];
  /** Nobody can allow it. */
  readonly never: boolean;
  readonly expiresMs: number;
}

export interface ApprovalRequest {
  /** A UUID. */
  readonly approval: string;
  readonly call: number;
  readonly action: string;
  readonly scope: string;
  /** The exact arguments, on the record already. */
  readonly args: ContentRef;
  readonly policy: ApprovalPolicy;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

export interface Decision {
  readonly principal: string;
  readonly decision: 'approved' | 'denied';
  readonly reason: string;
  /** Of the arguments that were decided about, 32 bytes. */
  readonly commitment: Uint8Array;
  readonly self: boolean;
  /** Unix milliseconds. */
  readonly decidedAt: number;
}

/** What the desk says came of it. The waist runs an approved call only where the decisions bear that out. */
export interface Ruling {
  readonly state: 'approved' | 'denied' | 'expired' | 'withdrawn';
  /** In the order they were made. */
  readonly decisions: readonly Decision[];
}

/** Whatever else it rejects with goes to the log: callers hear `runseal.approval_desk_failed`. */
export interface ApprovalDesk {
  /**
   * Unix milliseconds by the clock that decisions are timed with: until when people may decide is counted from it. Left out where
   * that is this process's own.
   */
  now?(): Promise<number>;
  /** Puts the request before people. Safe to repeat: the same approval is asked for once. */
  ask(request: ApprovalRequest): Promise<void>;
  /**
   * Resolves once it is decided, has expired or was withdrawn. When `signal` aborts, withdraws it: nobody can decide any
   * more. Rejects with DispatchError `runseal.run_released` when the run is to be left to another worker as it stands.
   */
  ruling(approval: string, signal: AbortSignal): Promise<Ruling>;
  /** Takes the approval for the one call it is good for; false when it was taken before. */
  use(approval: string): Promise<boolean>;
}
