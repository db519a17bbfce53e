/** The host's side of a turn: its model and its tools. Every receipt a harness gets is made here. */
import { DispatchError, type Outcome, type RejectionCode } from '@runseal/dispatch';
import { DEFAULT_LIMITS, requestCompletion, type RequestLimits } from '../chat/request.ts';
import type { ChatSettings } from '../chat/settings.ts';
import { decodeAnswer } from '../chat/wire.ts';
import type { RunContext } from '../driver.ts';
import { HarnessError } from '../errors.ts';
import { askModel } from '../model-turn.ts';
import { ModelError, type Model } from '../model.ts';
import { recorderFailed } from '../recording.ts';
import type { Descriptor, FromHarness, Mediation, ToHarness } from './wire.ts';

export interface HostOptions {
  readonly context: RunContext;
  readonly descriptor: Descriptor;
  /** Where model calls go. */
  readonly settings: ChatSettings;
  readonly model: string;
  /** Actions somebody here can carry out. */
  readonly executors: ReadonlySet<string>;
  readonly limits?: RequestLimits;
}

type ModelCall = Extract<FromHarness, { type: 'model_call' }>;
type ToolCall = Extract<FromHarness, { type: 'tool_call' }>;

export class Host {
  readonly #options: HostOptions;
  #steps = 0;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /** Model calls so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Asks the model for the harness: recorded before it is sent; of a turn driven again answered from the record. */
  async callModel({ id, request }: ModelCall, signal: AbortSignal): Promise<ToHarness> {
    const { context, settings, model: name, limits = DEFAULT_LIMITS } = this.#options;
    this.#steps += 1;
    if (this.#steps > context.maxSteps)
      return failed(id, 'step_limit', `The turn used its ${context.maxSteps} model calls.`);
    // The session says which model it is; a harness cannot choose another, or a stream.
    const bytes = new TextEncoder().encode(JSON.stringify({ ...request, model: name, stream: false }));
    const model: Model = {
      name,
      endpoint: settings.baseUrl,
      reread: decodeAnswer,
      turn: () => ({
        request: bytes,
        answer: async (stop) => decodeAnswer(await requestCompletion(settings, bytes, stop, limits)),
      }),
    };
    try {
      const { raw } = await askModel(context, model, [], this.#steps, signal);
      return { type: 'model_result', id, body: new TextDecoder().decode(raw ?? new Uint8Array()), error: null };
    } catch (error) {
      if (error instanceof ModelError) return failed(id, error.code, error.message);
      throw error;
    }
  }

  /**
   * Dispatches at the waist. Throws HarnessError `executor_missing` before anything is recorded of the call when nobody
   * here can carry the tool out, and `protocol_violation` for a tool the harness said it runs itself.
   */
  async callTool(call: ToolCall, signal: AbortSignal): Promise<readonly ToHarness[]> {
    const { context, descriptor, executors } = this.#options;
    const { id, name, idempotency_key: key } = call;
    const mediation = descriptor.tools.find((tool) => tool.name === name)?.mediation;
    if (mediation === 'in_harness_reported')
      throw new HarnessError(
        'protocol_violation',
        `The harness runs ${name} itself, as it says; it cannot ask us for it.`,
      );
    if (mediation !== undefined && !executors.has(name))
      throw new HarnessError(
        'executor_missing',
        `Nobody here can carry out ${name}: give this harness host tools, then drive the turn again.`,
      );
    const request = { action: name, args: call.arguments, via: 'bridge' as const, harnessCallId: key ?? id, signal };
    const refusal = refusalOf(key, mediation, context);
    const outcome = await this.#atWaist(() =>
      refusal === null ? context.waist.dispatch(request) : context.waist.refuse(request, ...refusal),
    );
    const approval: ToHarness[] =
      mediation === 'requires_approval' && key !== undefined
        ? [{ type: 'approval', id, decision: outcome.kind === 'done' ? 'approved' : 'denied' }]
        : [];
    return [...approval, resultOf(id, outcome)];
  }

  async #atWaist(go: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await go();
    } catch (error) {
      if (error instanceof DispatchError && error.code !== 'runseal.record_unavailable') throw error;
      throw recorderFailed(error);
    }
  }
}

/** Why the call is not even tried; null when it may be. */
function refusalOf(
  key: string | undefined,
  mediation: Mediation | undefined,
  { session }: RunContext,
): readonly [RejectionCode, string] | null {
  if (key === undefined)
    return [
      'idempotency_key_missing',
      'A call without an idempotency key could happen twice when the turn is driven again.',
    ];
  // A session is made with a policy for each such tool; a goal says itself who is asked, and may have said nobody.
  return mediation === 'requires_approval' && session === undefined
    ? [
        'approval_unavailable',
        'This tool needs a person, and a goal does not wait for one on its behalf: use a session.',
      ]
    : null;
}

function failed(id: string, code: string, message: string): ToHarness {
  return { type: 'model_result', id, body: null, error: { code, message } };
}

function resultOf(id: string, outcome: Outcome): ToHarness {
  if (outcome.kind === 'rejected')
    return { type: 'tool_result', id, ok: false, text: outcome.detail, code: outcome.reason };
  const isError = outcome.errorClass !== null || outcome.result.isError === true;
  const code = isError ? (outcome.errorClass ?? 'failed') : null;
  return { type: 'tool_result', id, ok: !isError, text: outcome.result.text, code };
}
