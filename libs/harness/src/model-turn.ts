/** One recorded turn: what is sent is on the record before it is sent, what came back before it is acted upon. */
import { commitContent, type UsagePayload } from '@runseal/spine';
import { isStream } from './chat/stream.ts';
import type { RunContext } from './driver.ts';
import { ModelError, type Answer, type Message, type Model } from './model.ts';
import { draft, errorContent, record, withContents } from './recording.ts';
import { toldAgain } from './told-again.ts';

/** Asks the model. Throws ModelError when it did not answer, HarnessError when the record could not be written. */
export async function askModel(
  context: RunContext,
  model: Model,
  messages: readonly Message[],
  step: number,
  signal: AbortSignal,
): Promise<Answer> {
  const turn = model.turn(messages, context.waist.offered);
  if (turn.request === null) return turn.answer(signal);
  const known = context.resume?.turns.get(step);
  if (known !== undefined) {
    const answer = toldAgain(model, turn, known);
    await context.waist.meter.again(answer.usage);
    return answer;
  }
  const settle = await reserve(context, turn.request);

  const request = commitContent(turn.request, 'application/json');
  const called = { step, model: model.name, endpoint: model.endpoint, request: request.ref };
  await record(context.recorder, draft('model.called', 'agent', called, withContents(request)));

  const startedAt = performance.now();
  const recordAnswer = async (raw: Uint8Array | null, usage: UsagePayload | null, failed: ModelError | null) => {
    const content = raw === null ? null : commitContent(raw, isStream(raw) ? 'text/event-stream' : 'application/json');
    const said = errorContent(failed === null ? null : `${failed.code}: ${failed.message}`);
    const duration_us = Math.round((performance.now() - startedAt) * 1000);
    const error = { error: said?.ref ?? null, error_class: failed?.code ?? null };
    const payload = { step, answer: content?.ref ?? null, usage, ...error, duration_us };
    await record(context.recorder, draft('model.answered', 'agent', payload, withContents(content, said)));
  };
  try {
    const answer = await turn.answer(signal);
    await recordAnswer(answer.raw, answer.usage, null);
    await settle(answer.usage);
    return answer;
  } catch (error) {
    // What the provider counted for an answer that never came is not known.
    if (error instanceof ModelError) await settle(null);
    if (error instanceof ModelError) await recordAnswer(error.raw, null, error);
    throw error;
  }
}

/** More than most answers are, in tokens; what is not used is given back. */
const ANSWER_TOKENS = 4096;
/** A token is rarely less than two bytes. */
const BYTES_PER_TOKEN = 2;

async function reserve({ waist }: RunContext, request: Uint8Array) {
  const settle = await waist.meter.begin(Math.ceil(request.length / BYTES_PER_TOKEN) + ANSWER_TOKENS);
  if (settle === null)
    throw new ModelError('budget_exceeded', 'The shared budget has no tokens left for another turn.');
  return settle;
}
