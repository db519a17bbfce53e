/** The waist: admit → wait for people → record dispatch.start, durable → contain → run → record dispatch.end → answer. */
import { createHash } from 'node:crypto';
import type { Content, EventDraft } from '@runseal/spine';
import { Brakes, NO_BRAKES } from '../brakes/brakes.ts';
import type { Crossing } from '../brakes/brakes.ts';
import { ONE_CALL } from '../budget/budget.ts';
import { DispatchError } from '../errors.ts';
import type { RejectionCode } from '../errors.ts';
import type { Call, Meter, Outcome, Waist, WaistOptions } from '../waist.ts';
import { admit, haltDetail } from './admit.ts';
import type { Admission } from './admit.ts';
import { MAX_ARGUMENT_BYTES, readArguments } from './arguments.ts';
import type { ReadArguments } from './arguments.ts';
import { brakeDraft, clip, contentOf, endDraft, rejectedDraft, startDraft, unseenDraft } from './drafts.ts';
import type { Refusal } from './drafts.ts';
import { execute } from './execute.ts';
import { meterOf } from './meter.ts';
import { park } from './parking.ts';
import type { Judged } from './parking.ts';
import { demandSame, replay } from './replay.ts';
import { Waiting } from './waiting.ts';

/** Time an action gets to stop, milliseconds: more than a sandbox needs to kill a program and see it gone. */
const STOP_GRACE_MS = 15_000;
/** Calls refused for the budget before the run is halted: a caller that does not stop asking must not fill the record. */
const REFUSALS_BEFORE_HALT = 32;

/** Throws `runseal.tool_invalid` when two tools share a name, or a name could not stand in a grant. */
export function createWaist(options: WaistOptions): Waist {
  checkTools(options.tools.map((tool) => tool.name));
  return new TheWaist(options);
}

type Admitted = Extract<Admission, { kind: 'admitted' }>;

class TheWaist implements Waist {
  readonly offered: Waist['offered'];
  readonly meter: Meter;
  readonly #options: WaistOptions;
  readonly #brakes: Brakes;
  readonly #waiting: Waiting;
  readonly #inFlight = new Set<Promise<unknown>>();
  /** Aborted when the record could not be written, or the run is another worker's: nothing may go on that cannot be recorded. */
  readonly #unrecordable = new AbortController();
  #next: number;
  #overBudget = 0;

  constructor(options: WaistOptions) {
    this.#options = options;
    this.#next = options.firstCall ?? 1;
    this.#brakes = new Brakes(options.brakes ?? NO_BRAKES);
    this.#waiting = new Waiting(this.#brakes);
    this.offered = options.tools.filter((tool) => options.grant.actions.has(tool.name) && tool.asked === undefined);
    this.meter = meterOf(options, this.#brakes, (crossing) => this.#cross(crossing));
  }

  get calls(): number {
    return this.#next - 1;
  }

  get parked(): number {
    return this.#waiting.count;
  }

  onParked(listener: (parked: boolean) => void): () => void {
    return this.#waiting.listen(listener);
  }

  dispatch(call: Call): Promise<Outcome> {
    return this.#track(this.#counted(call, this.#take(), (number, read) => this.#dispatch(call, number, read)));
  }

  refuse(call: Call, reason: RejectionCode, detail: string): Promise<Outcome> {
    return this.#track(
      this.#counted(call, this.#take(), (number, read) =>
        this.#reject(call, number, { ...quoting(reason, detail), args: call.args === undefined ? null : keep(read) }),
      ),
    );
  }

  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight);
  }

  /** Halt and brakes stand before everything; how the call ends is counted whatever the end. */
  async #counted(
    request: Call,
    call: number,
    go: (call: number, read: ReadArguments) => Promise<Outcome>,
  ): Promise<Outcome> {
    const read = readArguments(request.args);
    const key = `${clip(request.action)} ${digest(read.bytes)}`;
    const halted = haltDetail(this.#options);
    const crossing = this.#brakes.ask(key);
    const known = this.#options.resume?.calls.get(call);
    let outcome: Outcome;
    if (known !== undefined) outcome = replay(request, call, known);
    else if (halted !== null) outcome = await this.#reject(request, call, { ...haltedAs(halted), args: keep(read) });
    else if (crossing !== null) {
      // Before anything is awaited, so that no call beside this one slips through.
      this.#options.killSwitch.engage(crossing.reason, 'waist');
      outcome = await this.#reject(request, call, { ...haltedAs(haltDetail(this.#options)!), args: keep(read) }, [
        brakeDraft(crossing),
      ]);
    } else outcome = await go(call, read);
    this.#brakes.ended(key, resultDigest(outcome));
    return outcome;
  }

  async #dispatch(request: Call, call: number, read: ReadArguments): Promise<Outcome> {
    const admission = await admit(request, call, this.#options, read);
    if (admission.kind === 'refused') {
      const { received, reason, detail } = admission;
      const args = received === null ? null : contentOf(received.bytes, received.media);
      return this.#reject(request, call, { ...quoting(reason, detail), args });
    }
    demandSame(this.#options.resume?.parked ?? null, call, admission);
    const scope = scopeOf(() => admission.tool.scope(admission.args));
    const judged = await this.#judged(request, call, admission, scope);
    const { args, drafts, refusal, decisions } = judged;
    // Halted while it waited: the decision stands on the record, and the call does not happen.
    const halted = haltDetail(this.#options);
    if (halted !== null) return this.#reject(request, call, { ...haltedAs(halted), args }, drafts);
    if (refusal !== null) return this.#reject(request, call, { ...refusal, args }, drafts);
    const hold = await this.#options.budget?.reserve(ONE_CALL);
    if (hold === null)
      return this.#reject(request, call, { reason: 'budget_exceeded', detail: 'The budget is used up.', args }, drafts);
    try {
      return await this.#run(request, call, { admission, scope, args, drafts, decisions });
    } finally {
      // Also where the record failed on the way: what may have happened counts as having happened.
      await hold?.settle(ONE_CALL);
    }
  }

  /** Nobody has to agree, or they were asked and this is what they said. */
  async #judged(request: Call, call: number, { tool, bytes }: Admitted, scope: string) {
    const { approvals, desk, resume, killSwitch } = this.#options;
    const args = contentOf(bytes, 'application/json');
    const policy = approvals?.get(tool.name);
    if (policy === undefined || policy.required === 0) return { drafts: [], args, refusal: null, decisions: [] };
    if (desk === undefined) {
      const detail = `People must agree to ${tool.name}, and there is nobody to ask here.`;
      return { drafts: [], args, decisions: [], refusal: { reason: 'approval_unavailable' as const, detail } };
    }
    const lot = { desk, resume, record: (...drafts: readonly EventDraft[]) => this.#record(...drafts) };
    const stop = [
      killSwitch.signal,
      this.#unrecordable.signal,
      ...(request.signal === undefined ? [] : [request.signal]),
    ];
    try {
      return await this.#waiting.while(() => park({ call, request, scope, policy, args }, lot, AbortSignal.any(stop)));
    } catch (error) {
      const code = error instanceof DispatchError ? error.code : null;
      // The run stays as it is for another worker: nothing more is written here.
      if (code === 'runseal.run_released') this.#unrecordable.abort(error);
      if (code === 'runseal.run_released' || code === 'runseal.record_unavailable') throw error;
      // What a desk says of its insides is for the log.
      throw new DispatchError(
        'runseal.approval_desk_failed',
        'The people who have to agree to this call could not be asked or heard, so it was not made.',
        { cause: error },
      );
    }
  }

  async #run(
    request: Call,
    call: number,
    ready: Omit<Judged, 'refusal'> & { readonly admission: Admitted; readonly scope: string },
  ): Promise<Outcome> {
    const { admission, scope, args, drafts, decisions } = ready;
    const { tool, containment, floor } = admission;
    await this.#record(...drafts, startDraft(request, { call, scope, containment, floor, args }));
    const { recorder, workspace, sandbox, egress, maxOutputBytes, killSwitch, callTimeoutMs } = this.#options;
    const execution = await execute(tool, admission.args, {
      context: {
        workspace,
        sandbox,
        floor: floor ?? this.#options.floor,
        maxOutputBytes,
        ...(decisions.length > 0 && { decisions }),
        ...(egress !== undefined && { egress: () => egress.lend(call) }),
        idempotencyKey: `${recorder.run}/${call}`,
        abandoned: request.abandoned ?? new AbortController().signal,
      },
      cancel: [killSwitch.signal, this.#unrecordable.signal, ...(request.signal === undefined ? [] : [request.signal])],
      timeoutMs: callTimeoutMs,
      graceMs: STOP_GRACE_MS,
    });
    const end = endDraft(request, call, execution);
    await this.#record(...(execution.unseen === null ? [end] : [end, unseenDraft(call, tool.name, execution.unseen)]));
    return { kind: 'done', call, result: execution.result, errorClass: execution.errorClass };
  }

  async #reject(request: Call, call: number, refusal: Refusal, before: readonly EventDraft[] = []): Promise<Outcome> {
    const { reason, detail, told } = refusal;
    const rejected = rejectedDraft(request, call, refusal);
    const over = reason === 'budget_exceeded' || (reason !== 'run_halted' && call > this.#options.maxCalls);
    await this.#record(...before, ...(over ? this.#overspent(call) : []), rejected);
    return { kind: 'rejected', call, reason, detail: clip(told ?? detail) };
  }

  /** The first call over the budget engages the brake on the record; many of them halt the run, whatever else is wrong with them. */
  #overspent(call: number): readonly EventDraft[] {
    const { maxCalls, killSwitch } = this.#options;
    this.#overBudget += 1;
    if (this.#overBudget > REFUSALS_BEFORE_HALT)
      killSwitch.engage('calls went on after the budget was used up', 'waist');
    if (this.#overBudget > 1) return [];
    return call > maxCalls
      ? [
          brakeDraft({
            limit: 'max_calls',
            value: call,
            allowed: maxCalls,
            reason: 'The run has made all the calls it may make.',
          }),
        ]
      : [brakeDraft({ limit: 'budget', value: call, allowed: call - 1, reason: 'The shared budget is used up.' })];
  }

  /** A limit was crossed by what a model used: the run stops at once. */
  async #cross(crossing: Crossing): Promise<void> {
    if (!this.#options.killSwitch.engage(crossing.reason, 'waist')) return;
    await this.#record(brakeDraft(crossing));
  }

  async #record(...drafts: readonly EventDraft[]): Promise<void> {
    if (!this.#unrecordable.signal.aborted) {
      try {
        await this.#options.recorder.append(...drafts);
        return;
      } catch (cause) {
        this.#unrecordable.abort(cause);
      }
    }
    throw new DispatchError(
      'runseal.record_unavailable',
      'The record could not be written, so the run must stop: a call whose end is not on the record has an unknown outcome.',
      { cause: this.#unrecordable.signal.reason },
    );
  }

  #take(): number {
    const call = this.#next;
    this.#next += 1;
    return call;
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#inFlight.add(work);
    const done = (): unknown => this.#inFlight.delete(work);
    work.then(done, done);
    return work;
  }
}

/** What is wrong with arguments is said in words of theirs: the keys, the piece of text that is no JSON. */
const quoting = (reason: RejectionCode, detail: string): Omit<Refusal, 'args'> =>
  reason === 'arguments_invalid'
    ? { reason, detail: 'The arguments are not what this action takes.', told: detail }
    : { reason, detail };

const haltedAs = (detail: string) => ({ reason: 'run_halted' as const, detail });

/** Null when the call failed or was refused. */
function resultDigest(outcome: Outcome): string | null {
  if (outcome.kind !== 'done' || outcome.errorClass !== null) return null;
  return digest(new TextEncoder().encode(outcome.result.text));
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

/** Arguments of a refused call are kept, unless they are too large to. */
function keep(read: ReadArguments): Content | null {
  return read.bytes.length > MAX_ARGUMENT_BYTES ? null : contentOf(read.bytes, read.media);
}

/** Nothing is decided by a scope: a tool that cannot name it must not stop the call. */
function scopeOf(scope: () => string): string {
  try {
    return scope();
  } catch {
    return '';
  }
}

function checkTools(names: readonly string[]): void {
  const bad = names.find((name, i) => !/^[a-z0-9_]{1,48}$/.test(name) || names.indexOf(name) !== i);
  if (bad !== undefined)
    throw new DispatchError(
      'runseal.tool_invalid',
      `Tool ${JSON.stringify(bad)} is named twice or not [a-z0-9_], at most 48 characters.`,
    );
}
