/**
 * A conversation as opencode exports and imports it, reduced to what was said: texts, thoughts, and calls that are over. A
 * session of opencode also holds rules of its own that outrank its configuration, and parts that make it act when it goes
 * on: of those nothing is taken over, and a conversation that cannot do without them is none.
 */
import { z } from 'zod';
import { AGENT } from './lockdown.ts';

/** The only ids that opencode is ever asked for. */
export const SESSION = /^ses_[0-9A-Za-z]{1,64}$/;

/** Text to import, or null for anything that is not a conversation of this id, or more than one. */
export function plainTranscript(text: string, id: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const read = transcriptOf(id).safeParse(value);
  return read.success && hangsTogether(read.data.messages) ? JSON.stringify(read.data) : null;
}

type Message = z.output<ReturnType<typeof transcriptOf>>['messages'][number];

const hangsTogether = (messages: readonly Message[]): boolean =>
  messages.every(({ info, parts }) => parts.every((part) => part.messageID === info.id));

/** Whatever is not named here is left out. */
function transcriptOf(id: string) {
  const whose = { sessionID: z.literal(id) };
  const message = { ...whose, id: z.string().regex(/^msg_[0-9A-Za-z]{1,64}$/) };
  const part = { ...whose, id: z.string().regex(/^prt_[0-9A-Za-z]{1,64}$/), messageID: message.id };
  const user = z.object({
    ...message,
    role: z.literal('user'),
    time: z.object({ created: z.number() }),
    agent: fixed(AGENT),
    model: z.object({ providerID: z.string(), modelID: z.string() }),
  });
  const assistant = z.object({
    ...message,
    role: z.literal('assistant'),
    time: z.object({ created: z.number(), completed: z.number().optional() }),
    parentID: message.id,
    ...{ modelID: z.string(), providerID: z.string() },
    mode: fixed(AGENT),
    agent: fixed(AGENT),
    // Where it worked is a folder that is gone.
    path: fixed({ cwd: '/', root: '/' }),
    cost: z.number(),
    tokens: TOKENS,
    finish: z.string().optional(),
    error: z.unknown().optional(),
    summary: z.literal(false).optional(),
  });
  const parts = z.array(
    z.discriminatedUnion('type', [
      z.object({
        ...part,
        type: z.literal('text'),
        text: z.string(),
        synthetic: z.boolean().optional(),
        ignored: z.boolean().optional(),
        time: SPAN.optional(),
      }),
      z.object({ ...part, type: z.literal('reasoning'), text: z.string(), time: SPAN }),
      z.object({ ...part, type: z.literal('tool'), callID: z.string(), tool: z.string(), state: ENDED_CALL }),
      z.object({ ...part, type: z.literal('step-start') }),
      z.object({ ...part, type: z.literal('step-finish'), reason: z.string(), cost: z.number(), tokens: TOKENS }),
    ]),
  );
  return z.object({
    info: z.object({
      id: z.literal(id),
      ...{ slug: fixed('episode'), projectID: fixed('global'), directory: fixed('/'), title: fixed('episode') },
      version: z.string().max(64),
      time: z.object({ created: z.number(), updated: z.number() }),
    }),
    messages: z.array(z.object({ info: z.discriminatedUnion('role', [user, assistant]), parts })).min(1),
  });
}

/** Whatever stands there, ours is taken. */
function fixed<T>(value: T) {
  return z.unknown().transform(() => value);
}

const SPAN = z.object({ start: z.number(), end: z.number().optional() });
const TOKENS = z.object({
  total: z.number().optional(),
  ...{ input: z.number(), output: z.number(), reasoning: z.number() },
  cache: z.object({ read: z.number(), write: z.number() }),
});
const CALLED = { input: z.record(z.string(), z.unknown()), time: z.object({ start: z.number(), end: z.number() }) };
const ENDED_CALL = z.discriminatedUnion('status', [
  z.object({
    ...CALLED,
    status: z.literal('completed'),
    ...{ output: z.string(), title: z.string(), metadata: fixed({}) },
    attachments: z.array(z.never()).optional(),
  }),
  z.object({ ...CALLED, status: z.literal('error'), error: z.string() }),
]);
