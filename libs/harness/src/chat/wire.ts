/** The OpenAI-compatible chat completions wire: our messages to theirs, their answer to ours. */
import { z } from 'zod';
import type { UsagePayload } from '@runseal/spine';
import { toolInputSchema, type Tool } from '@runseal/dispatch';
import { ModelError, type Answer, type Message, type ToolCall } from '../model.ts';
import { readStrictJson } from '../strict-json.ts';
import { MOST_TOKENS } from '../usage.ts';
import { CompletionStream, isStream, MOST_CALLS } from './stream.ts';

export interface Asked {
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  /** To be answered piece by piece. */
  readonly streamed: boolean;
}

/** The request's exact bytes. */
export function encodeRequest(model: string, { messages, tools, streamed }: Asked): Uint8Array {
  const body = {
    model,
    messages: messages.map(wireMessage),
    ...(tools.length > 0 ? { tools: tools.map(wireTool) } : {}),
    ...(streamed ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  return new TextEncoder().encode(JSON.stringify(body));
}

/** Throws ModelError `model_answer_invalid` when the bytes are not a chat completion, in one piece or in many. */
export function decodeAnswer(raw: Uint8Array): Answer {
  const json = isStream(raw) ? wholeOf(raw) : jsonOf(raw);
  const read = Completion.safeParse(json);
  if (!read.success) throw invalid(raw, 'is not a chat completion', read.error);
  const { message } = read.data.choices[0]!;
  const calls = (message.tool_calls ?? []).map(toolCall);
  return { text: message.content ?? message.refusal ?? '', calls, usage: usageOf(read.data.usage), raw };
}

function jsonOf(raw: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(raw));
  } catch (cause) {
    throw invalid(raw, 'is not JSON', cause);
  }
}

function wholeOf(raw: Uint8Array): unknown {
  const stream = new CompletionStream();
  try {
    stream.feed(textOf(raw));
  } catch (cause) {
    throw invalid(raw, 'is not text', cause);
  }
  const whole = stream.whole();
  if (!whole.ok) throw invalid(raw, whole.defect);
  return whole.value;
}

const textOf = (raw: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(raw);

const Count = z.int().min(0).max(MOST_TOKENS);
const Usage = z.object({
  prompt_tokens: Count,
  completion_tokens: Count,
  prompt_tokens_details: z.object({ cached_tokens: Count.nullish() }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: Count.nullish() }).nullish(),
});
const WireCall = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(WireCall).max(MOST_CALLS).nullish(),
        }),
      }),
    )
    .min(1),
  // A provider that sends odd usage still answered: its usage is then unknown, not an error.
  usage: z.unknown().optional(),
});

function toolCall(wire: z.output<typeof WireCall>): ToolCall {
  const { name: tool, arguments: raw } = wire.function;
  // Some providers send no text at all for a call without arguments; anything else must be JSON as it stands.
  const read = raw === '' ? ({ ok: true, value: {} } as const) : readStrictJson(raw);
  return { id: wire.id, tool, args: read.ok ? read : { ok: false, raw, detail: read.detail } };
}

function usageOf(wire: unknown): UsagePayload | null {
  const read = Usage.safeParse(wire);
  if (!read.success) return null;
  return {
    input_tokens: read.data.prompt_tokens,
    output_tokens: read.data.completion_tokens,
    cached_input_tokens: read.data.prompt_tokens_details?.cached_tokens ?? null,
    reasoning_tokens: read.data.completion_tokens_details?.reasoning_tokens ?? null,
    source: 'measured',
  };
}

function wireMessage(message: Message): object {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.text };
  if (message.role !== 'assistant') return { role: message.role, content: message.text };
  const tool_calls = message.calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.tool, arguments: call.args.ok ? JSON.stringify(call.args.value) : call.args.raw },
  }));
  return { role: 'assistant', content: message.text, tool_calls };
}

function wireTool(tool: Tool): object {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: toolInputSchema(tool) },
  };
}

function invalid(raw: Uint8Array, what: string, cause?: unknown): ModelError {
  return new ModelError(
    'model_answer_invalid',
    `The provider's answer ${what}: check that the endpoint is OpenAI-compatible.`,
    { raw, cause },
  );
}
