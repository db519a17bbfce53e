/** A call that needs people waits here: asked for on the record, decided on the record, or never run. */
import type { Content, EventDraft } from '@runseal/spine';
import { randomUUID } from 'node:crypto';
import type { ApprovalDesk, ApprovalPolicy, ApprovalRequest, Decision, Ruling } from '../approvals/desk.ts';
import type { Call, Resume } from '../waist.ts';
import { askedDraft, decidedDrafts } from './drafts.ts';
import type { Refusal } from './drafts.ts';

export interface Parked {
  readonly call: number;
  readonly request: Call;
  readonly scope: string;
  readonly policy: ApprovalPolicy;
  readonly args: Content;
}

export interface ParkingLot {
  readonly desk: ApprovalDesk;
  /** Of a run that goes on: the request that is on the record already. */
  readonly resume: Resume | undefined;
  readonly record: (...drafts: readonly EventDraft[]) => Promise<void>;
}

/** What the record has to say about the decision, before anything else; and why the call may not run, if it may not. */
export interface Judged {
  readonly drafts: readonly EventDraft[];
  /** Exactly what was decided about. */
  readonly args: Content;
  readonly decisions: readonly Decision[];
  readonly refusal: Omit<Refusal, 'args'> | null;
}

export async function park(parked: Parked, { desk, resume, record }: ParkingLot, signal: AbortSignal): Promise<Judged> {
  const known = resume?.parked?.call === parked.call ? resume.parked : null;
  const args = known?.args ?? parked.args;
  const asked: ApprovalRequest = {
    approval: known?.approval ?? randomUUID(),
    call: parked.call,
    action: parked.request.action,
    scope: parked.scope,
    args: args.ref,
    policy: known?.policy ?? parked.policy,
    expiresAt: known?.expiresAt ?? ((await desk.now?.()) ?? Date.now()) + parked.policy.expiresMs,
  };
  // On the record before anybody is asked: nobody decides about something the record does not know.
  if (known === null) await record(askedDraft(parked.request.via, args, asked));
  await desk.ask(asked);
  const ruling = await desk.ruling(asked.approval, signal);
  const drafts = decidedDrafts(asked, ruling, known !== null);
  const { decisions } = ruling;
  const refusal = refusalOf(ruling) ?? shortOf(asked, decisions);
  if (refusal !== null) return { drafts, args, decisions, refusal };
  const used = await desk.use(asked.approval);
  return {
    drafts,
    args,
    decisions,
    refusal: used
      ? null
      : { reason: 'approval_used', detail: 'This approval was used for a call before; ask for the action again.' },
  };
}

/**
 * Why what was said is not the yes of those who have to agree, about these very arguments and in time; null when it is. The waist
 * counts as a verifier of the record will: a call that runs is one that everybody can see was agreed to.
 */
function shortOf({ args, policy, expiresAt }: ApprovalRequest, decisions: readonly Decision[]): Judged['refusal'] {
  const agreed = decisions.filter(
    ({ principal, decision, commitment, decidedAt }) =>
      decision === 'approved' &&
      decidedAt <= expiresAt &&
      Buffer.compare(commitment, args.commitment) === 0 &&
      (policy.of.length === 0 ? principal !== '' : policy.of.includes(principal)),
  );
  const people = new Set(agreed.map(({ principal }) => principal)).size;
  if (people >= policy.required && decisions.every(({ decision }) => decision === 'approved')) return null;
  const detail = `Of the ${policy.required} who have to agree to this call and these arguments, ${people} did.`;
  return { reason: 'approval_denied', detail };
}

function refusalOf({ state, decisions }: Ruling): Judged['refusal'] {
  switch (state) {
    case 'approved':
      return null;
    case 'denied': {
      const against = decisions.find(({ decision }) => decision === 'denied');
      const detail = 'People decided that this call may not happen.';
      const told = against === undefined ? undefined : `${detail} ${against.principal} said: ${against.reason}`;
      return { reason: 'approval_denied', detail, told };
    }
    case 'expired':
      return { reason: 'approval_expired', detail: 'Nobody decided about this call in time.' };
    case 'withdrawn':
      return { reason: 'approval_withdrawn', detail: 'The caller stopped waiting before anybody decided.' };
  }
}
