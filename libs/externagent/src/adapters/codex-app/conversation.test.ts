import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import type { Conversation } from '../../conversation.ts';
import { appServerConversation } from './conversation.ts';

type Message = Record<string, unknown> & { params?: Record<string, unknown> };

const start = (): Conversation =>
  appServerConversation({
    model: 'gpt-5.5',
    cwd: '/home/work',
    input: 'Do it.',
    profile: 'strict',
    keep: false,
    resume: null,
  });
const hear = (conversation: Conversation, message: unknown): Message[] =>
  said(conversation.hear(JSON.stringify(message)));
const said = (lines: readonly string[]): Message[] => lines.map((line) => JSON.parse(line) as Message);

/** A conversation whose turn has begun. */
function begun(): Conversation {
  const conversation = start();
  hear(conversation, { id: 1, result: {} });
  hear(conversation, { id: 2, result: { thread: { id: 'T' } } });
  hear(conversation, { id: 3, result: { turn: { id: 'U' } } });
  return conversation;
}

const completed = (status: string, more: Message = {}): Message => ({
  method: 'turn/completed',
  params: { threadId: 'T', turn: { id: 'U', status, ...more } },
});

describe('a conversation', () => {
  it('shakes hands, starts one thread that may do nothing, and gives it the input', () => {
    const conversation = start();
    expect(said(conversation.opening)).toMatchObject([{ id: 1, method: 'initialize' }]);
    expect(hear(conversation, { id: 1, result: {} })).toMatchObject([
      { method: 'initialized' },
      { id: 2, method: 'thread/start', params: { approvalPolicy: 'never', sandbox: 'read-only', environments: [] } },
    ]);
    expect(hear(conversation, { id: 2, result: { thread: { id: 'T' } } })).toEqual([
      { id: 3, method: 'turn/start', params: { threadId: 'T', input: [{ type: 'text', text: 'Do it.' }] } },
    ]);
    expect(hear(conversation, { id: 3, result: { turn: { id: 'U' } } })).toEqual([]);
    expect(conversation.end).toBeNull();
    hear(conversation, completed('completed'));
    expect(conversation.end).toEqual({ state: 'completed', code: null, reason: '' });
    expect(hear(conversation, { id: 9, method: 'item/fileChange/requestApproval', params: {} })).toEqual([]);
  });

  it('answers each id of its own once, and no other', () => {
    const conversation = start();
    expect(hear(conversation, { id: 2, result: { thread: { id: 'evil' } } })).toEqual([]);
    expect(hear(conversation, { id: '1', result: {} })).toEqual([]);
    expect(hear(conversation, { id: 1, result: {} })).toHaveLength(2);
    expect(hear(conversation, { id: 1, result: {} })).toEqual([]);
    expect(conversation.end).toBeNull();
  });

  it('fails when a request of its own is refused', () => {
    for (const answer of [{ error: { message: 'no such thread' } }, {}, { result: 7 }]) {
      const conversation = start();
      hear(conversation, { id: 1, ...answer });
      expect(conversation.end).toMatchObject({ state: 'failed', code: 'session_error' });
    }
    const nameless = start();
    hear(nameless, { id: 1, result: {} });
    hear(nameless, { id: 2, result: { thread: {} } });
    expect(nameless.end).toMatchObject({ state: 'failed', code: 'session_error' });
  });

  it('fails when the turn does, and when another thread is spoken of', () => {
    const failed = begun();
    hear(failed, completed('failed', { error: { message: 'quota' } }));
    expect(failed.end).toEqual({ state: 'failed', code: null, reason: 'quota' });
    const foreign = begun();
    hear(foreign, { method: 'thread/started', params: { thread: { id: 'other' } } });
    expect(foreign.end).toMatchObject({ state: 'failed', code: 'session_error' });
    const interrupted = begun();
    hear(interrupted, completed('interrupted'));
    expect(interrupted.end).toMatchObject({ state: 'failed', code: 'session_error' });
  });

  it('is not ended by a turn of somebody else', () => {
    const conversation = begun();
    hear(conversation, { method: 'turn/completed', params: { threadId: 'T', turn: { id: 'V', status: 'completed' } } });
    expect(conversation.end).toBeNull();
  });

  it('interrupts its turn, and is cancelled when that is done', () => {
    const conversation = begun();
    expect(said(conversation.interrupt())).toEqual([
      { id: 4, method: 'turn/interrupt', params: { threadId: 'T', turnId: 'U' } },
    ]);
    expect(conversation.end).toBeNull();
    hear(conversation, completed('interrupted'));
    expect(conversation.end).toMatchObject({ state: 'cancelled' });
    const early = start();
    expect(early.interrupt()).toEqual([]);
    expect(early.end).toMatchObject({ state: 'cancelled' });
  });
});

describe('what it is asked', () => {
  const asked = (method: string, params: unknown = {}, id: unknown = 7) => hear(begun(), { id, method, params });

  it('is declined, each kind in its own words', () => {
    expect(asked('item/commandExecution/requestApproval')).toEqual([{ id: 7, result: { decision: 'decline' } }]);
    expect(asked('item/fileChange/requestApproval', {}, 'r')).toEqual([{ id: 'r', result: { decision: 'decline' } }]);
    expect(asked('mcpServer/elicitation/request')).toEqual([{ id: 7, result: { action: 'decline' } }]);
    expect(asked('execCommandApproval')).toEqual([{ id: 7, result: { decision: 'denied' } }]);
    for (const method of [
      'item/tool/call',
      'item/permissions/requestApproval',
      'toString',
      '__proto__',
      'turn/completed',
    ])
      expect(asked(method)).toEqual([{ id: 7, error: { code: -32601, message: expect.any(String) as string } }]);
  });

  it('is declined for a foreign thread, and at any length, too', () => {
    expect(asked('item/fileChange/requestApproval', { threadId: 'other' })).toHaveLength(1);
    expect(asked('item/fileChange/requestApproval', { reason: 'x'.repeat(200_000) })).toEqual([
      { id: 7, result: { decision: 'decline' } },
    ]);
  });

  it('gets no answer without an id that can be answered', () => {
    for (const id of [null, 1.5, {}, 'x'.repeat(300)])
      expect(asked('item/fileChange/requestApproval', {}, id)).toEqual([]);
  });

  it('ends the turn, needing input, when it is a question', () => {
    const conversation = begun();
    const questions = [{ question: 'Which one?' }, { question: 'x'.repeat(5000) }];
    const answers = hear(conversation, { id: 7, method: 'item/tool/requestUserInput', params: { questions } });
    expect(answers).toMatchObject([{ id: 7, error: { code: -32601 } }, { method: 'turn/interrupt' }]);
    expect(conversation.end).toMatchObject({ state: 'needs_input', code: 'needs_input' });
    expect(conversation.end!.reason).toMatch(/^The harness asks: Which one\? x+$/);
    expect(conversation.end!.reason.length).toBeLessThanOrEqual(2000);
  });
});

describe('whatever is printed', () => {
  const folder = resolve(process.env['RUNSEAL_CAPTURES'] ?? '../shared/captures');
  const printed = readdirSync(folder)
    .filter((name) => /^app-.*\.rpc\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.startsWith('{"dir":"<"'));

  const listens = (lines: readonly string[]): void => {
    const conversation = begun();
    for (const line of lines) {
      const over = conversation.end;
      const answers = conversation.hear(line);
      expect(answers.length).toBeLessThanOrEqual(2);
      for (const answer of answers) expect(JSON.parse(answer)).toBeInstanceOf(Object);
      if (over !== null) {
        expect(answers).toEqual([]);
        expect(conversation.end).toBe(over);
      }
    }
  };

  it('never throws, and says nothing once it is over', () => {
    const methods = [
      'turn/completed',
      'thread/started',
      'item/tool/requestUserInput',
      'item/fileChange/requestApproval',
    ];
    const message = fc.record(
      {
        id: fc.oneof(fc.constantFrom(1, 2, 3, 4), fc.jsonValue()),
        method: fc.oneof(fc.constantFrom(...methods), fc.jsonValue()),
        params: fc.oneof(fc.record({ threadId: fc.constantFrom('T', 'X'), turn: fc.jsonValue() }), fc.jsonValue()),
        result: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const line = fc.oneof(
      message.map((value) => JSON.stringify(value)),
      fc.constantFrom(...printed),
      fc.string({ unit: 'binary' }),
      fc.json(),
    );
    fc.assert(fc.property(fc.array(line, { maxLength: 20 }), listens), { numRuns: 1000 });
  });
});
