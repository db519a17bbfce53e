/** The events the waist writes. The one place where a typed payload becomes a plain CBOR map. */
import { commitContent } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import type { Actor, CborMap, Content, EventDraft, EventType, PayloadOf } from '@runseal/spine';
import type { ApprovalRequest, Ruling } from '../approvals/desk.ts';
import type { Crossing } from '../brakes/brakes.ts';
import type { RejectionCode } from '../errors.ts';
import { actionName } from '../tools/names.ts';
import type { Call } from '../waist.ts';
import type { Execution } from './execute.ts';

/** Longest scope and detail on the record, in UTF-16 units. */
export const MAX_NOTE = 256;

export interface Started {
  readonly call: number;
  readonly scope: string;
  readonly args: Content;
  readonly containment: PayloadOf['dispatch.start']['containment'];
  /** Null when the action runs no program. */
  readonly floor: PayloadOf['dispatch.start']['containment'] | null;
}

export function startDraft(request: Call, started: Started): EventDraft {
  return draft('dispatch.start', 'agent', [started.args], {
    call: started.call,
    action: request.action,
    arguments: started.args.ref,
    scope: clip(started.scope),
    // Arguments come from a model in both cases; over the bridge they also pass through a program we do not trust.
    trust: request.via === 'native' ? 'semi_trusted' : 'untrusted',
    via: request.via,
    containment: started.containment,
    runs_program: started.floor !== null,
    ...(started.floor !== null && { floor: started.floor }),
    harness_call_id: callIdOf(request),
  });
}

export function endDraft(request: Call, call: number, execution: Execution): EventDraft {
  const result = textContent(execution.result.text);
  return draft('dispatch.end', 'agent', [result], {
    call,
    action: request.action,
    outcome: execution.outcome,
    result: result.ref,
    error_class: execution.errorClass,
    duration_us: execution.durationUs,
  });
}

export interface Refusal {
  readonly reason: RejectionCode;
  /** A sentence of ours that quotes nobody. */
  readonly detail: string;
  /** What the caller is told, where that quotes arguments or a person: content, so that it can be erased. */
  readonly told?: string | undefined;
  readonly args: Content | null;
}

export function rejectedDraft(request: Call, call: number, { reason, detail, told, args }: Refusal): EventDraft {
  const said = told === undefined ? null : textContent(clip(told));
  const contents = [args, said].filter((content) => content !== null);
  return draft('dispatch.rejected', 'agent', contents, {
    call,
    action: actionName(request.action),
    reason,
    detail: clip(detail),
    ...(said !== null && { told: said.ref }),
    arguments: args === null ? null : args.ref,
    via: request.via,
    harness_call_id: callIdOf(request),
  });
}

export function brakeDraft({ limit, value, allowed, reason }: Crossing): EventDraft {
  return draft('brake.engaged', 'system', [], { limit, value, allowed, reason });
}

export function askedDraft(via: Call['via'], args: Content, asked: ApprovalRequest): EventDraft {
  const { approval, call, action, scope, policy, expiresAt } = asked;
  return draft('approval.requested', 'agent', [args], {
    approval,
    call,
    action,
    arguments: args.ref,
    scope: clip(scope),
    policy: { required: policy.required, of: policy.of, never: policy.never, expires_ms: policy.expiresMs },
    expires_at: expiresAt,
    via,
  });
}

/** One event a decision; where nobody ended the waiting, one that says so. */
export function decidedDrafts(asked: ApprovalRequest, ruling: Ruling, resumed: boolean): readonly EventDraft[] {
  const base = { approval: asked.approval, call: asked.call, resumed };
  const drafts = ruling.decisions.map(({ principal, decision, reason, commitment, self, decidedAt }) => {
    // The answer to a question is such a reason.
    const said = textContent(reason);
    const decided = draft('approval.decided', 'human', [said], {
      ...base,
      decision,
      principal,
      reason: said.ref,
      arguments_commitment: commitment,
      self_approval: self,
      decided_at: decidedAt,
    });
    return { ...decided, principal };
  });
  if (ruling.state === 'approved' || ruling.state === 'denied') return drafts;
  const nobody = draft('approval.decided', 'system', [], {
    ...base,
    decision: ruling.state,
    principal: '',
    reason: ruling.state === 'expired' ? 'nobody decided in time' : 'the run was stopped while it waited',
    arguments_commitment: asked.args.commitment,
    self_approval: false,
    decided_at: 0,
  });
  return [...drafts, nobody];
}

/** An action that was not seen to its end: what it did is not known. */
export function unseenDraft(call: number, action: string, why: string): EventDraft {
  return draft('provenance.gap', 'system', [], {
    surface: 'dispatch',
    reason: 'outcome_unknown',
    count: 1,
    frames: [],
    calls: [call],
    detail: clip(`${action}: ${why}`),
  });
}

const textContent = (text: string): Content => contentOf(new TextEncoder().encode(text), 'text/plain; charset=utf-8');

export function contentOf(bytes: Uint8Array, media: string): Content {
  return commitContent(bytes, media, undefined, nodeHasher);
}

/** Well-formed and at most MAX_NOTE long: the action, the ids and the details are the caller's text. */
export function clip(text: string): string {
  return (text.length <= MAX_NOTE ? text : `${text.slice(0, MAX_NOTE - 3)}...`).toWellFormed();
}

function callIdOf(request: Call): string | null {
  return request.harnessCallId === undefined ? null : clip(request.harnessCallId);
}

function draft<T extends EventType>(
  type: T,
  actor: Actor,
  contents: readonly Content[],
  payload: PayloadOf[T],
): EventDraft {
  // Interfaces have no index signature, so the compiler cannot see that every payload is a map of CBOR values.
  return { type, actor, payload: payload as unknown as CborMap, contents };
}
