/** Where a model call is judged, put on the record, sent, and its end put on the record. */
import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import type { EventDraft, UsagePayload } from '@runseal/spine';
import { addUsage, draft } from '@runseal/harness';
import type { Redactor } from '../redact.ts';
import { AnswerNotes, estimateTokens } from './answer-notes.ts';
import { beyondModel } from './beyond-model.ts';
import type { TokenBudget } from './budget.ts';
import { answeredDrafts, calledDrafts, type Answered } from './drafts.ts';
import { GivenItems } from './given-items.ts';
import { mostTokens } from './most-tokens.ts';
import type { GatewayOptions } from './options.ts';
import type { Fault, Fields, Protocol, Route } from './protocol.ts';
import { refuse } from './refuse.ts';
import { prepare, relay } from './relay.ts';
import { targetHeaders, targetOf } from './target.ts';

export interface DeskOptions extends Pick<
  GatewayOptions,
  'provider' | 'models' | 'meter' | 'recorder' | 'killSwitch' | 'onFatal'
> {
  readonly budget: TokenBudget;
  readonly secrets: () => Redactor;
  readonly signal: AbortSignal;
  readonly agent: Agent;
}

export interface ModelCall {
  readonly protocol: Protocol;
  readonly route: Route;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Uint8Array;
  readonly json: Fields;
}

export interface Desk {
  readonly calls: number;
  readonly usage: UsagePayload | null;
  handle(call: ModelCall): Promise<void>;
}

interface Refusal {
  readonly fault: Fault;
  readonly message: string;
}

interface Passed {
  readonly usage: UsagePayload | null;
  readonly halt: (() => Promise<void>) | null;
  /** Settles once the answer is on the record; never rejects. */
  readonly recorded: Promise<unknown> | null;
}

/** Refusals before the run is halted: a client that does not stop asking must not fill the record. */
const REFUSALS_BEFORE_HALT = 32;
/** More than most answers are; what is not used is given back. */
const ANSWER_TOKENS = 4096;
const NO_BUDGET = 'The budget has no tokens left for another call.';
/** Longest name of the client's on the record: of a model, of a tool. */
const MAX_NAME_CHARS = 128;

export function createDesk(options: DeskOptions): Desk {
  return new TheDesk(options);
}

class TheDesk implements Desk {
  readonly #options: DeskOptions;
  readonly #given = new GivenItems();
  calls = 0;
  #usage: UsagePayload | null | undefined;
  #refused = 0;
  #braked = false;

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  get usage(): UsagePayload | null {
    return this.#usage ?? null;
  }

  async handle(call: ModelCall): Promise<void> {
    const model = call.route.model ?? call.json['model'];
    if (typeof model !== 'string' || model === '') {
      refuse(call.response, call.protocol, 'invalid_request', 'The call names no model.');
      return;
    }
    this.calls += 1;
    const step = this.calls;
    const refusal = this.#refusal(model, call);
    if (refusal !== null) return this.#refuse(call, model, step, refusal);
    const { places } = this.#options.budget;
    const place = await places.take(mostTokens(call.protocol.name, call.json, call.body.length));
    try {
      await this.#inPlace(call, model, step);
    } finally {
      places.leave(place);
    }
  }

  async #inPlace(call: ModelCall, model: string, step: number): Promise<void> {
    // Much may have come to an end while it waited.
    const refusal = this.#over() ?? this.#spent();
    if (refusal !== null) return this.#refuse(call, model, step, refusal);
    const settle = await this.#options.meter.begin(estimateTokens(call.body.length) + ANSWER_TOKENS);
    if (settle === null) return this.#refuse(call, model, step, { fault: 'budget_exceeded', message: NO_BUDGET });
    const { usage, halt, recorded } = await this.#pass(call, model, step);
    // Either may halt the run; what says so comes behind the answer, which was handed to the record first.
    await settle(usage)
      .then(() => halt?.())
      .catch(this.#options.onFatal);
    await recorded;
  }

  #refusal(model: string, { protocol, json }: ModelCall): Refusal | null {
    const { models } = this.#options;
    const over = this.#over();
    if (over !== null) return over;
    if (models !== null && !models.includes(model))
      return { fault: 'model_not_allowed', message: `This run may call ${models.join(', ')} only.` };
    const beyond = beyondModel(protocol.name, model, json, this.#given);
    if (beyond !== null)
      return {
        fault: 'invalid_request',
        message: `The provider may answer, and do nothing else: leave out ${this.#named(beyond)}.`,
      };
    return this.#spent();
  }

  #over(): Refusal | null {
    const { killSwitch, signal } = this.#options;
    if (signal.aborted) return { fault: 'episode_over', message: 'The episode is over.' };
    return killSwitch.engaged === null ? null : { fault: 'episode_over', message: 'The run is halted.' };
  }

  #spent(): Refusal | null {
    const { budget } = this.#options;
    if (!budget.isSpent) return null;
    return { fault: 'budget_exceeded', message: `The run has used its ${budget.allowed ?? 0} tokens.` };
  }

  /** Nothing is sent: the endpoint stays empty and the refusal stands as the answer. */
  async #refuse(call: ModelCall, model: string, step: number, { fault, message }: Refusal) {
    const { killSwitch } = this.#options;
    const called = { step, model: this.#named(model), endpoint: '', body: call.body };
    const answered = { step, answer: null, usage: null, error: `${fault}: ${message}`, durationUs: 0 };
    const brake = this.#options.budget.isSpent ? this.#brake() : [];
    const recorded = await this.#record(...calledDrafts(called, this.#secrets), ...brake, ...this.#answered(answered));
    this.#refused += 1;
    if (this.#refused > REFUSALS_BEFORE_HALT) killSwitch.engage('model calls went on after they were refused', 'waist');
    refuse(call.response, call.protocol, recorded ? fault : 'episode_over', message);
  }

  /** Answers what the provider counted, and what halts the run where the answer was cut for a limit of it. */
  async #pass(call: ModelCall, model: string, step: number): Promise<Passed> {
    const { provider, budget, meter, killSwitch, signal, agent } = this.#options;
    const { protocol, request, response, body } = call;
    const target = targetOf(request, call.route, provider);
    const endpoint = `${target.origin}${target.pathname}`;
    const called = { step, model: this.#named(model), endpoint, body };
    const recorded = this.#record(...calledDrafts(called, this.#secrets));
    const addressed = { target, headers: targetHeaders(request, protocol, provider, body), agent };
    const prepared = prepare(addressed);
    if (!(await recorded)) {
      prepared.destroy();
      refuse(response, protocol, 'episode_over', 'The run cannot be recorded any more, so it stops.');
      return { usage: null, halt: null, recorded: null };
    }
    // A halt that came while it got on the record: nothing is sent any more.
    if (killSwitch.engaged !== null) {
      prepared.destroy();
      const error = 'episode_over: the run was halted before the call was sent';
      const told = this.#record(...this.#answered({ step, answer: null, usage: null, error, durationUs: 0 }));
      refuse(response, protocol, 'episode_over', 'The run is halted.');
      return { usage: null, halt: null, recorded: told };
    }
    const startedAt = performance.now();
    const notes = new AnswerNotes(this.#given);
    let halt: Passed['halt'] = null;
    const cut = (): string | null => {
      if (budget.isExceeded) return 'budget_exceeded: the answer was cut where the run ran out of tokens';
      halt ??= meter.overrun(budget.underWay);
      return halt === null ? null : 'budget_exceeded: the answer was cut where it crossed a limit of the run';
    };
    budget.begin(notes, body.length);
    const end = await relay({
      ...addressed,
      prepared,
      protocol,
      response,
      body,
      notes,
      cut,
      signal,
      secrets: this.#secrets,
      key: provider.key,
    });
    const brake = budget.isExceeded ? this.#brake() : [];
    budget.end(notes, end.accepted);
    const usage = notes.usage();
    if (end.accepted) this.#usage = addUsage(this.#usage, usage);
    const durationUs = Math.round((performance.now() - startedAt) * 1000);
    const { answer, error } = end;
    const answered = this.#answered({ step, answer, usage, error, durationUs });
    const mayWait = brake.length === 0 ? answered.map((each) => ({ ...each, mayWait: true as const })) : answered;
    return { usage, halt, recorded: this.#record(...brake, ...mayWait) };
  }

  #answered(answered: Answered): EventDraft[] {
    return answeredDrafts(answered, this.#secrets);
  }

  /** On the record once, with what had been used when it was engaged. */
  #brake(): EventDraft[] {
    const { used, allowed } = this.#options.budget;
    if (this.#braked || allowed === null) return [];
    this.#braked = true;
    const reason = 'The run has used the tokens it may use; what a provider had not counted yet is estimated.';
    return [draft('brake.engaged', 'system', { limit: 'max_tokens', value: used, allowed, reason })];
  }

  /** Cut once the secrets are out: half of one would not be known any more. */
  #named(text: string): string {
    return shortly(this.#secrets.text(text));
  }

  get #secrets(): Redactor {
    return this.#options.secrets();
  }

  async #record(...drafts: readonly EventDraft[]): Promise<boolean> {
    try {
      await this.#options.recorder.append(...drafts);
      return true;
    } catch (error) {
      this.#options.onFatal(error);
      return false;
    }
  }
}

const shortly = (text: string): string => text.slice(0, MAX_NAME_CHARS).toWellFormed();
