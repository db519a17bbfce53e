/** Says to a program what there is to say: its input at once, or its part of a conversation line by line. */
import type { Writable } from 'node:stream';
import type { Ask, Conversation, Reply } from '../conversation.ts';
import type { ReadFrame } from '../frames/read.ts';
import type { Stop } from './stop.ts';

export interface TalkOptions {
  readonly stdin: Writable;
  readonly input: string;
  /** null: the input is all there is to say. */
  readonly conversation: Conversation | null;
  readonly stop: Pick<Stop, 'now' | 'signal'>;
  /** Puts a question before people. Never rejects. */
  readonly ask: (ask: Ask) => Promise<Reply>;
}

export interface Talk {
  readonly begin: () => void;
  /** Nothing at all is said; the program reads the end of its input. */
  readonly silence: () => void;
  readonly heard: (read: ReadFrame) => void;
}

/** Most bytes that may wait for a program that does not read: then it is stopped. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** Milliseconds that a program gets to stop by itself, once it is asked to, before it is signalled. */
export const INTERRUPT_MS = 700;

export function startTalk({ stdin, input, conversation, stop, ask }: TalkOptions): Talk {
  const say = (lines: readonly string[]) => {
    for (const line of lines) if (!stdin.writableEnded) stdin.write(`${line}\n`);
    if (conversation?.end) stdin.end();
    else if (stdin.writableLength > MAX_WAITING_BYTES) stop.now('flooding');
  };
  const interrupt = () => {
    if (conversation !== null && conversation.end === null) say(conversation.interrupt());
  };
  return {
    begin() {
      if (conversation === null) {
        stdin.end(input);
        return;
      }
      say(conversation.opening);
      stop.signal.addEventListener('abort', interrupt, { once: true });
      if (stop.signal.aborted) interrupt();
    },
    silence: () => void stdin.end(),
    heard({ frame }) {
      if (conversation === null || conversation.end !== null || frame.line === null) return;
      say(conversation.hear(decoder.decode(frame.line)));
      const { people } = conversation;
      for (const asked of people?.take() ?? [])
        void ask(asked).then((reply) => {
          if (conversation.end === null) say(people!.answer(asked, reply));
        });
    },
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A program that is spoken with is asked to stop before it is signalled, so its signal comes later. */
export function signalAfter(asked: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const later = () => void setTimeout(() => controller.abort(), ms).unref();
  if (asked.aborted) controller.abort();
  else asked.addEventListener('abort', later, { once: true });
  return controller.signal;
}
