/**
 * The one native loop: ask the model, dispatch what it asks for at the waist, give it the results, until it has nothing
 * more to ask for. Every model that we call ourselves is driven by this loop.
 */
import type { UsagePayload } from '@runseal/spine';
import { DispatchError, type Outcome } from '@runseal/dispatch';
import type { RunContext } from './driver.ts';
import type { Answer, Message, Model, ToolCall } from './model.ts';
import { ModelError } from './model.ts';
import { askModel } from './model-turn.ts';
import { draft, record, recorderFailed } from './recording.ts';
import { textOfParts } from './session.ts';
import { addUsage } from './usage.ts';

export interface LoopEnd {
  readonly text: string | null;
  readonly steps: number;
  /** Sum over all turns; null as soon as one turn's usage is not known. */
  readonly usage: UsagePayload | null;
  readonly failure: { readonly errorClass: string; readonly error: string } | null;
}

/** Runs to the end. `signal` ends it early; the caller knows why. Throws HarnessError `recorder_failed` only. */
export async function runLoop(context: RunContext, model: Model, signal: AbortSignal): Promise<LoopEnd> {
  const messages: Message[] = openingMessages(context);
  let usage: UsagePayload | null | undefined;
  for (let step = 1; step <= context.maxSteps; step += 1) {
    let answer: Answer;
    try {
      answer = await askModel(context, model, messages, step, signal);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return {
        text: null,
        steps: step,
        usage: usage ?? null,
        failure: { errorClass: error.code, error: error.message },
      };
    }
    usage = addUsage(usage, answer.usage);
    const spent = answer.raw === null ? null : await brakeOnTokens(context, usage);
    if (spent !== null) return { text: null, steps: step, usage, failure: spent };
    if (answer.calls.length === 0) return { text: answer.text, steps: step, usage, failure: null };
    messages.push({ role: 'assistant', text: answer.text, calls: answer.calls });
    for (const call of answer.calls) {
      if (signal.aborted) return { text: null, steps: step, usage, failure: null };
      messages.push({ role: 'tool', callId: call.id, text: await dispatch(context, call, signal) });
    }
    if (signal.aborted) return { text: null, steps: step, usage, failure: null };
  }
  const error = `The run used its ${context.maxSteps} steps without finishing: allow it more (limits.maxSteps) or narrow the objective.`;
  return { text: null, steps: context.maxSteps, usage: usage ?? null, failure: { errorClass: 'step_limit', error } };
}

/** What the provider does not count cannot be limited: then the run ends rather than go on unbounded. */
async function brakeOnTokens(
  { maxTokens, recorder, killSwitch }: RunContext,
  usage: UsagePayload | null,
): Promise<LoopEnd['failure']> {
  // The waist counts as well, and halts the run where it has the limit.
  if (maxTokens === null || killSwitch.engaged !== null) return null;
  if (usage === null)
    return { errorClass: 'token_limit', error: 'The provider does not count tokens, so maxTokens cannot be kept.' };
  const value = usage.input_tokens + usage.output_tokens;
  if (value <= maxTokens) return null;
  const reason = 'The run has used the tokens it may use.';
  await record(recorder, draft('brake.engaged', 'system', { limit: 'max_tokens', value, allowed: maxTokens, reason }));
  return { errorClass: 'token_limit', error: `The run used ${value} tokens; it may use ${maxTokens}.` };
}

function openingMessages(context: RunContext): Message[] {
  const leading = [context.guidance, context.stopCondition === null ? null : `Done when: ${context.stopCondition}`];
  const system = leading.filter((text) => text !== null).join('\n\n');
  const objective: Message = { role: 'user', text: context.objective };
  return [...(system === '' ? [] : [{ role: 'system' as const, text: system }]), ...before(context), objective];
}

/** Earlier turns of a session, as the model should remember them. */
function before({ session }: RunContext): Message[] {
  return (session?.history ?? []).flatMap(({ inputs, output, errorClass }): Message[] => [
    { role: 'user', text: textOfParts(inputs) },
    {
      role: 'assistant',
      text: output ?? `[This turn ended without an answer: ${errorClass ?? 'unknown'}.]`,
      calls: [],
    },
  ]);
}

/** What the model reads as the result of its call: refusals and failures included. */
async function dispatch(context: RunContext, call: ToolCall, signal: AbortSignal): Promise<string> {
  const request = { action: call.tool, via: 'native' as const, harnessCallId: call.id, signal };
  try {
    const outcome = call.args.ok
      ? await context.waist.dispatch({ ...request, args: call.args.value })
      : await context.waist.refuse({ ...request, args: call.args.raw }, 'arguments_invalid', call.args.detail);
    return resultText(outcome);
  } catch (error) {
    // Only a record that cannot be written is one; a run that is left to another worker says so itself.
    if (error instanceof DispatchError && error.code !== 'runseal.record_unavailable') throw error;
    throw recorderFailed(error);
  }
}

function resultText(outcome: Outcome): string {
  if (outcome.kind === 'rejected') return `error: refused (${outcome.reason}): ${outcome.detail}`;
  const failed = outcome.errorClass !== null || outcome.result.isError === true;
  return failed ? `error (${outcome.errorClass ?? 'failed'}): ${outcome.result.text}` : outcome.result.text;
}
