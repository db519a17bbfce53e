import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createKillSwitch } from '@runseal/dispatch';
import type { Ask, Conversation, ConversationEnd, Reply } from '../conversation.ts';
import type { ReadFrame } from '../frames/read.ts';
import { createStop, type Stop } from './stop.ts';
import { signalAfter, startTalk } from './talk.ts';

/** Echoes what it hears, asks to stop when it is stopped, and is over once it hears "bye". */
class Echo implements Conversation {
  readonly opening = ['hello'];
  end: ConversationEnd | null = null;
  hear(line: string): readonly string[] {
    if (line === 'bye') this.end = { state: 'completed', code: null, reason: '' };
    return [line];
  }
  interrupt(): readonly string[] {
    return ['stop'];
  }
}

const frame = (line: string | null): ReadFrame => ({
  frame: {
    number: 1,
    sha256: new Uint8Array(32),
    bytes: 0,
    line: line === null ? null : Buffer.from(line),
    terminated: true,
  },
  events: [{ kind: 'progress' }],
  faults: [],
});

let stop: Stop;
beforeEach(() => {
  stop = createStop(createKillSwitch(), 60_000);
});
afterEach(() => stop.release());

const talk = (conversation: Conversation | null, stdin = new PassThrough()) => ({
  stdin,
  ...startTalk({ stdin, input: 'the input', conversation, stop, ask: () => Promise.resolve({ allowed: false }) }),
});

describe('talking to a program', () => {
  it('without a conversation gives it the input and no more', async () => {
    const { stdin, begin, heard } = talk(null);
    begin();
    heard(frame('anything'));
    expect(await text(stdin)).toBe('the input');
  });

  it('answers line by line until the conversation is over, and then closes its input', async () => {
    const { stdin, begin, heard } = talk(new Echo());
    begin();
    for (const line of ['one', null, 'bye', 'two']) heard(frame(line));
    expect(await text(stdin)).toBe('hello\none\nbye\n');
  });

  it('asks it to stop, when it is to stop', () => {
    const { stdin, begin } = talk(new Echo());
    begin();
    stop.now('halted');
    expect(String(stdin.read())).toBe('hello\nstop\n');
    expect(stdin.writableEnded).toBe(false);
  });

  it('says nothing at all when nothing may be said', async () => {
    const { stdin, silence } = talk(new Echo());
    silence();
    expect(await text(stdin)).toBe('');
  });

  it('stops a program that lets too many answers wait', () => {
    const { begin, heard } = talk(new Echo());
    begin();
    for (let i = 0; i < 9; i++) heard(frame('x'.repeat(1024 * 1024)));
    expect(stop.cause).toBe('flooding');
  });
});

it('the signal comes after the question', async () => {
  const asked = new AbortController();
  const signal = signalAfter(asked.signal, 20);
  asked.abort();
  expect(signal.aborted).toBe(false);
  const waiting = setTimeout(() => undefined, 5000);
  await once(signal, 'abort');
  clearTimeout(waiting);
  expect(signalAfter(asked.signal, 20).aborted).toBe(true);
});

it('puts what is asked of people before them, and says what they said while there is somebody to hear it', async () => {
  const asked: Ask = { action: 'allow_command', args: {}, item: 'I' };
  const waiting = [asked, asked];
  const conversation: { -readonly [K in keyof Conversation]: Conversation[K] } = {
    opening: [],
    hear: () => [],
    interrupt: () => [],
    people: { take: () => waiting.splice(0, 1), answer: (ask, { allowed }) => [`${ask.item} ${String(allowed)}`] },
    end: null,
  };
  const replies: ((reply: Reply) => void)[] = [];
  const stdin = new PassThrough();
  const ask = () => new Promise<Reply>((resolve) => replies.push(resolve));
  const { begin, heard } = startTalk({ stdin, input: '', conversation, stop, ask });
  begin();
  heard(frame('one'));
  heard(frame('two'));
  replies[0]!({ allowed: false });
  await new Promise(setImmediate);
  conversation.end = { state: 'completed', code: null, reason: '' };
  replies[1]!({ allowed: true, text: '' });
  await new Promise(setImmediate);
  expect(String(stdin.read())).toBe('I false\n');
});
