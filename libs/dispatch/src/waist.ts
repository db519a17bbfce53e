/**
 * The waist: contract. Every effect of every run, native or bridged, goes through `dispatch`. There is no second path.
 *
 *   admit (grant, schema, brakes) → record dispatch.start, durable → contain → run → record dispatch.end → answer
 */
import type { ContainmentLevel, Content, Recorder, UsagePayload } from '@runseal/spine';
import type { Grant } from './grant.ts';
import type { Sandbox } from './containment/sandbox.ts';
import type { Tool, ToolResult } from './tool.ts';
import type { RejectionCode } from './errors.ts';
import type { ApprovalDesk, ApprovalPolicy } from './approvals/desk.ts';
import type { BrakeLimits } from './brakes/brakes.ts';
import type { Egress } from './egress/egress.ts';
import type { Budget } from './budget/budget.ts';
import type { KillSwitch } from './brakes/kill-switch.ts';

export interface WaistOptions {
  readonly recorder: Recorder;
  readonly tools: readonly Tool[];
  readonly grant: Grant;
  readonly sandbox: Sandbox;
  readonly workspace: string;
  readonly floor: ContainmentLevel;
  readonly killSwitch: KillSwitch;
  /** Most calls this run may make. */
  readonly maxCalls: number;
  readonly maxOutputBytes: number;
  /** Milliseconds for one call. */
  readonly callTimeoutMs: number;
  /** First call number to use: one more than any call already on the record. Default 1. */
  readonly firstCall?: number;
  /** Limits that halt the run. Default: none. */
  readonly brakes?: BrakeLimits;
  /** The way out for programs of this run; absent: they have none. */
  readonly egress?: Egress;
  /** What the run may use; shared with other runs where it is a pool. Default: no bound. */
  readonly budget?: Budget;
  /** Action → who must agree before it runs. An action that is not here needs nobody. */
  readonly approvals?: ReadonlyMap<string, ApprovalPolicy>;
  /** Where calls wait for people. Without one, an action that needs people is refused. */
  readonly desk?: ApprovalDesk;
  /** What is on the record of a run that goes on: it was parked, or a turn of its session is driven again. */
  readonly resume?: Resume;
}

/** One call that is on the record with its end. It is answered from there and never repeated. */
export interface RecordedCall {
  readonly action: string;
  /** Exact bytes of the arguments as recorded; null when they were not kept. */
  readonly args: Uint8Array | null;
  readonly outcome: Outcome;
}

export interface Resume {
  readonly calls: ReadonlyMap<number, RecordedCall>;
  /** The call that waits for people; null when none does. */
  readonly parked: {
    readonly call: number;
    readonly action: string;
    readonly approval: string;
    readonly args: Content;
    readonly policy: ApprovalPolicy;
    /** Unix milliseconds. */
    readonly expiresAt: number;
  } | null;
}

/** Counts what models use. */
export interface Meter {
  /**
   * Reserves tokens before a model is asked; null when the budget has none left. The function it answers settles with
   * what was used (null: not known, then what was reserved counts) and halts the run when that crosses a limit.
   */
  begin(tokens: number): Promise<((usage: UsagePayload | null) => Promise<void>) | null>;
  /** Counts a turn that is told again from the record: the budget paid for it, the limits still hold for it. */
  again(usage: UsagePayload | null): Promise<void>;
  /**
   * Whether the tokens of calls still under way cross a limit, beside all that is settled. null while they do not; else what
   * halts the run for it. Counts nothing.
   */
  overrun(underWay: { readonly input: number; readonly output: number }): (() => Promise<void>) | null;
}

export interface Call {
  readonly action: string;
  /** As received: any JSON value; validated here. */
  readonly args: unknown;
  readonly via: 'native' | 'bridge';
  /** The harness asks for itself, not for its model. */
  readonly asked?: 'by the harness';
  readonly harnessCallId?: string;
  readonly signal?: AbortSignal;
  /** Tells the action that nobody waits for its answer any more; cancels nothing. */
  readonly abandoned?: AbortSignal;
}

export type Outcome =
  | { readonly kind: 'done'; readonly call: number; readonly result: ToolResult; readonly errorClass: string | null }
  | { readonly kind: 'rejected'; readonly call: number; readonly reason: RejectionCode; readonly detail: string };

export interface Waist {
  /** Tools the grant allows, for offering to a model or over MCP. */
  readonly offered: readonly Tool[];
  /**
   * Never throws for what the caller did: a refused or failed call is an Outcome. Rejects with DispatchError only: when the
   * record could not be written (`runseal.record_unavailable`; the effect has then not happened, or its outcome is unknown
   * and must become a gap), and where people had to agree, when the run is left to another worker (`runseal.run_released`)
   * or the desk failed (`runseal.approval_desk_failed`); then it has not happened.
   */
  dispatch(call: Call): Promise<Outcome>;
  /**
   * Records a refusal decided in front of the waist (a harness that has not proven conformance, arguments that cannot be
   * read without altering them): takes the next call number and appends dispatch.rejected. The reason given stands,
   * except that a halted run says run_halted. `args` undefined means the arguments are not to be recorded.
   */
  refuse(call: Call, reason: RejectionCode, detail: string): Promise<Outcome>;
  /** Calls admitted so far, refused ones included. */
  readonly calls: number;
  readonly meter: Meter;
  /** Calls that wait for people now. */
  readonly parked: number;
  /** Tells when the first call begins to wait, and when the last one has ended waiting. Answers how to stop listening. */
  onParked(listener: (parked: boolean) => void): () => void;
  /** Waits for calls in flight. */
  settled(): Promise<void>;
}
