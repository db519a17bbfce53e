import fc from 'fast-check';
import type { Ask, Conversation } from '../../conversation.ts';
import { askOf } from './asks.ts';
import { appServerConversation } from './conversation.ts';

type Message = Record<string, unknown>;

const hear = (conversation: Conversation, message: unknown): Message[] =>
  said(conversation.hear(JSON.stringify(message)));
const said = (lines: readonly string[]): Message[] => lines.map((line) => JSON.parse(line) as Message);

/** A conversation under `contained` whose turn has begun. */
function begun(): Conversation {
  const conversation = appServerConversation({
    model: 'm',
    cwd: '/w',
    input: 'Do it.',
    profile: 'contained',
    keep: false,
    resume: null,
  });
  hear(conversation, { id: 1, result: {} });
  hear(conversation, { id: 2, result: { thread: { id: 'T' } } });
  hear(conversation, { id: 3, result: { turn: { id: 'U' } } });
  return conversation;
}

const OURS = { threadId: 'T', turnId: 'U', itemId: 'I' };
const COMMAND = { ...OURS, kind: 'command', command: 'touch x', cwd: '/w', reason: null };
const QUESTION = { id: 'q', question: 'Which?', isSecret: false, options: [{ label: 'this', description: '' }] };
const command = (params: object = COMMAND, id = 7) => ({
  ...{ id, method: 'item/commandExecution/requestApproval', params },
});
const question = (questions: unknown) => ({
  id: 8,
  method: 'item/tool/requestUserInput',
  params: { ...OURS, questions },
});
const change = (changes: unknown) => ({
  method: 'item/started',
  params: { threadId: 'T', turnId: 'U', item: { type: 'fileChange', id: 'I', changes } },
});
const patch = { id: 9, method: 'item/fileChange/requestApproval', params: { ...OURS, reason: null, grantRoot: null } };

function only(conversation: Conversation): Ask {
  const asks = conversation.people!.take();
  expect(asks).toHaveLength(1);
  return asks[0]!;
}

describe('what a contained app-server asks', () => {
  it('waits for people, and gets exactly their answer, once', () => {
    const conversation = begun();
    expect(hear(conversation, command())).toEqual([]);
    const ask = only(conversation);
    expect(ask).toEqual({ action: 'allow_command', args: { command: 'touch x', cwd: '/w' }, item: 'I' });
    expect(conversation.people!.take()).toEqual([]);
    const answer = () => said(conversation.people!.answer(ask, { allowed: true, text: 'allowed' }));
    expect(answer()).toEqual([{ id: 7, result: { decision: 'accept' } }]);
    expect(answer()).toEqual([]);
  });

  it('is declined when people say no', () => {
    const conversation = begun();
    hear(conversation, command());
    expect(said(conversation.people!.answer(only(conversation), { allowed: false }))).toEqual([
      { id: 7, result: { decision: 'decline' } },
    ]);
  });

  it('shows the changes it was told of, and none that nobody was told of', () => {
    const conversation = begun();
    expect(hear(conversation, patch)).toEqual([{ id: 9, result: { decision: 'decline' } }]);
    hear(conversation, change([{ path: '/w/a', kind: { type: 'add' }, diff: 'a\n' }]));
    expect(hear(conversation, patch)).toEqual([]);
    expect(only(conversation)).toEqual({
      action: 'allow_file_change',
      args: { changes: [{ path: '/w/a', kind: 'add', diff: 'a\n' }] },
      item: 'I',
    });
    hear(conversation, { method: 'item/completed', params: change([]).params });
    expect(hear(conversation, { ...patch, id: 10 })).toEqual([{ id: 10, result: { decision: 'decline' } }]);
  });

  it('has its question answered in their words, or ends needing input', () => {
    const answered = begun();
    hear(answered, question([QUESTION]));
    const ask = only(answered);
    expect(ask).toMatchObject({ action: 'answer_question', args: { question: 'Which?', options: ['this'] } });
    expect(said(answered.people!.answer(ask, { allowed: true, text: 'this' }))).toEqual([
      { id: 8, result: { answers: { q: { answers: ['this'] } } } },
    ]);
    const refused = begun();
    hear(refused, question([QUESTION]));
    expect(said(refused.people!.answer(only(refused), { allowed: false }))).toMatchObject([
      { id: 8, error: { code: -32601 } },
      { method: 'turn/interrupt' },
    ]);
    expect(refused.end).toMatchObject({
      state: 'needs_input',
      code: 'needs_input',
      reason: 'The harness asks: Which?',
    });
  });

  it.each([
    ['of another thread', command({ ...COMMAND, threadId: 'other' })],
    ['of another turn', command({ ...COMMAND, turnId: 'other' })],
    ['about nothing', command({ ...COMMAND, itemId: '' })],
    ['with a command that is too long', command({ ...COMMAND, command: 'x'.repeat(20_000) })],
    ['that is too large to be read', command({ ...COMMAND, extra: 'x'.repeat(70_000) })],
    ['for a network', command({ ...COMMAND, networkApprovalContext: { host: 'evil.example' } })],
    ['to type into something', command({ ...COMMAND, kind: 'writeStdin' })],
    ['to write under a root for good', { ...patch, params: { ...patch.params, grantRoot: '/' } }],
  ])('a request %s is declined and shown to nobody', (_, request) => {
    const conversation = begun();
    hear(conversation, change([{ path: '/w/a', kind: { type: 'add' }, diff: '' }]));
    expect(hear(conversation, request)).toEqual([{ id: request.id, result: { decision: 'decline' } }]);
    expect(conversation.people!.take()).toEqual([]);
  });

  it.each([
    [[]],
    [[QUESTION, QUESTION]],
    [[{ ...QUESTION, isSecret: true }]],
    [[{ ...QUESTION, options: Array.from({ length: 9 }, () => ({ label: 'x' })) }]],
    ['nonsense'],
  ])('a question that people are not asked ends the turn: %j', (questions) => {
    const conversation = begun();
    hear(conversation, question(questions));
    expect(conversation.people!.take()).toEqual([]);
    expect(conversation.end).toMatchObject({ state: 'needs_input' });
  });

  it('keeps no more than sixteen waiting', () => {
    const conversation = begun();
    const answers = Array.from({ length: 20 }, (_, i) => hear(conversation, command(COMMAND, i)));
    expect(answers.filter((lines) => lines.length === 0)).toHaveLength(16);
    expect(conversation.people!.take()).toHaveLength(16);
  });

  it('says nothing once the conversation is over', () => {
    const conversation = begun();
    hear(conversation, command());
    const ask = only(conversation);
    hear(conversation, { method: 'turn/completed', params: { threadId: 'T', turn: { id: 'U', status: 'completed' } } });
    expect(conversation.people!.answer(ask, { allowed: true, text: '' })).toEqual([]);
  });
});

it('reading a request never throws, and what is shown is bounded, whatever it holds', () => {
  const methods = [
    'item/commandExecution/requestApproval',
    'item/fileChange/requestApproval',
    'item/tool/requestUserInput',
  ];
  const keys = ['itemId', 'command', 'cwd', 'reason', 'kind', 'questions', 'grantRoot', 'networkApprovalContext'];
  fc.assert(
    fc.property(
      fc.constantFrom(...methods),
      fc.dictionary(fc.constantFrom(...keys), fc.anything({ maxDepth: 3 })),
      fc.anything({ maxDepth: 3 }),
      (method, params, changes) => {
        const ask = askOf(method, params, changes);
        if (ask !== null) expect(JSON.stringify(ask).length).toBeLessThan(2_000_000);
      },
    ),
  );
});
