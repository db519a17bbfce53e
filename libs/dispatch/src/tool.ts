import type { ContainmentLevel, Trust } from '@runseal/spine';
import type { z } from 'zod';
import type { ActionErrorCode } from './errors.ts';
import type { Decision } from './approvals/desk.ts';
import type { Sandbox } from './containment/sandbox.ts';
import type { EgressLease } from './egress/lease.ts';

/** Where an action works and what bounds it. */
export interface ToolContext {
  /** Absolute real path of the run's workspace. Tools never leave it. */
  readonly workspace: string;
  /** Runs programs; never `child_process` directly. */
  readonly sandbox: Sandbox;
  /** Weakest containment a program may run under. */
  readonly floor: ContainmentLevel;
  /** Aborted on halt, cancel or time-out. */
  readonly signal: AbortSignal;
  /**
   * Aborted when whoever asked has hung up. That is no cancellation: the action may finish, and its result is recorded,
   * undelivered. A tool may use it to do no more than it must.
   */
  readonly abandoned: AbortSignal;
  /** Most bytes of text an action may answer with. */
  readonly maxOutputBytes: number;
  /** What people said of this very call, where they had to agree. */
  readonly decisions?: readonly Decision[];
  /** A way out for one program of this call; absent: it has none. */
  readonly egress?: () => EgressLease;
  /** A stable key for at-most-once effects: `<run>/<call>`. */
  readonly idempotencyKey: string;
}

export interface ToolResult {
  readonly text: string;
  /** True when text was cut to maxOutputBytes. The text then ends with a line that says how much is missing. */
  readonly truncated?: boolean;
  /** For programs: a non-zero exit is a result the model may read, not a failure of the waist. */
  readonly isError?: boolean;
  readonly errorClass?: ActionErrorCode;
  /** Set where what the action did was not seen to its end: a sentence that says so, for the gap on the record. */
  readonly unseen?: string;
}

export interface Touched {
  /** From the workspace down. */
  readonly paths?: readonly { readonly path: string; readonly below: boolean }[];
  readonly hosts?: readonly string[];
}

/** One action an agent may ask for. */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  /** `workspace_read` …; the name is the action of the grant. Lower case, [a-z0-9_], at most 48. */
  readonly name: string;
  /** For the model: what it does, units, limits. */
  readonly description: string;
  readonly schema: Schema;
  readonly readOnly: boolean;
  /** Set where only an external harness may ask, for what it does by itself: no model is offered it. */
  readonly asked?: 'by the harness';
  /** True when the action runs a program and so needs the sandbox at the run's floor. */
  readonly runsPrograms: boolean;
  /**
   * What the call is about, in names: paths, the program, counts, kinds. Never text of the model or of a person: it stays in
   * the event for good, whatever is erased. Nothing is allowed or compared by it; that is done by the arguments.
   */
  scope(args: z.output<Schema>): string;
  /** What `touches` can name; a grant may bound nothing else of what the action touches. */
  readonly touchable?: readonly ('paths' | 'hosts')[];
  /**
   * Everything the call would touch; `below` when it looks under the path as well. A kind that is left out cannot be told,
   * and a grant that bounds it then refuses the call. May throw: that counts as not told.
   */
  touches?(args: z.output<Schema>): Touched | Promise<Touched>;
  /** How far the program is trusted, where no grant says so. Undeclared counts as untrusted. Means nothing without a program. */
  readonly trust?: Trust;
  /** Throws ActionError. */
  run(args: z.output<Schema>, context: ToolContext): Promise<ToolResult>;
}
