/** What only a harness may ask for, at a real waist. */
import type { ContentRef } from '@runseal/spine';
import { allowAll, grantOf } from '../grant.ts';
import { setUp } from '../waist/fixtures/set-up.ts';
import type { ApprovalDesk, Decision } from '../approvals/desk.ts';
import { permissionTools } from './permissions.ts';

const COMMAND = { command: 'touch x', cwd: '/w' };
const tools = permissionTools();
const ask = (action: string, args: unknown) => ({
  action,
  args,
  via: 'bridge' as const,
  asked: 'by the harness' as const,
});

it('a permission that was granted is given, and only that stands on the record', async () => {
  const { waist, types } = setUp(tools);
  expect(await waist.dispatch(ask('allow_command', COMMAND))).toMatchObject({ kind: 'done', errorClass: null });
  expect(types()).toEqual(['dispatch.start', 'dispatch.end']);
});

it('no model is offered one, and a model that asks for it anyway gets nothing', async () => {
  const { waist } = setUp(tools);
  expect(waist.offered).toEqual([]);
  expect(await waist.dispatch({ action: 'allow_command', args: COMMAND, via: 'bridge' })).toMatchObject({
    ...{ kind: 'rejected', reason: 'action_unknown' },
  });
});

it('nor may a harness ask for what is a tool of its model', async () => {
  const { waist } = setUp([{ ...tools[0]!, name: 'echo', asked: undefined as never }]);
  expect(await waist.dispatch(ask('echo', COMMAND))).toMatchObject({ kind: 'rejected', reason: 'action_unknown' });
});

it('without a grant it is no', async () => {
  const { waist } = setUp(tools, { grant: allowAll([]) });
  expect(await waist.dispatch(ask('allow_command', COMMAND))).toMatchObject({ reason: 'capability_denied' });
});

const policyOf = (action: string) => new Map([[action, { required: 1, of: [], never: false, expiresMs: 60_000 }]]);

it('a yes to one command is none to another of the same program, whose scope reads the same', async () => {
  const seen = new Map<string, ContentRef>();
  const desk: ApprovalDesk = {
    ask: ({ approval, args: about }) => Promise.resolve(void seen.set(approval, about)),
    // The person says yes to the first, and to nothing else.
    ruling: (approval) => {
      const state = seen.size === 1 ? 'approved' : 'denied';
      const { commitment } = seen.get(approval)!;
      const said = { principal: 'ana', decision: state, reason: 'so', commitment, self: false, decidedAt: 1 } as const;
      return Promise.resolve({ state, decisions: [said] });
    },
    use: () => Promise.resolve(true),
  };
  const { waist, recorder } = setUp(tools, { approvals: policyOf('allow_command'), desk });
  const outcomes = [
    await waist.dispatch(ask('allow_command', { command: 'rm a', cwd: '/w' })),
    await waist.dispatch(ask('allow_command', { command: 'rm b', cwd: '/w' })),
  ];
  expect(outcomes).toMatchObject([{ kind: 'done' }, { kind: 'rejected', reason: 'approval_denied' }]);
  const asked = recorder.payloads('approval.requested');
  expect(asked.map(({ scope }) => scope)).toEqual(['rm', 'rm']);
  const [one, two] = asked.map((payload) => payload.arguments as unknown as ContentRef);
  expect(one!.commitment).not.toEqual(two!.commitment);
});

it('a grant that names the exact command holds it by the arguments, not by the scope', async () => {
  const exactly = { properties: { command: { const: 'rm a' } } };
  const { waist } = setUp(tools, { grant: grantOf([{ action: 'allow_command', arguments: exactly }]) });
  const command = (line: string) => waist.dispatch(ask('allow_command', { command: line, cwd: '/w' }));
  expect(await command('rm a')).toMatchObject({ kind: 'done' });
  expect(await command('rm b')).toMatchObject({ kind: 'rejected', reason: 'scope_denied' });
});

it('no scope tells a command beyond its program, or anything of a question', () => {
  const scopes = tools.map((tool) =>
    tool.scope({
      command: 'mail Anna Muster',
      changes: [{ path: 'a.txt', kind: 'edit', diff: 'Anna Muster' }],
      question: 'Is it Anna Muster?',
      options: ['Anna Muster', 'nobody'],
    }),
  );
  expect(scopes).toEqual(['mail', 'a.txt', '']);
});

describe('a question', () => {
  const question = ask('answer_question', { question: 'Which?', options: [] });
  const policy = policyOf('answer_question');
  const deskThatSays = (decision: Decision['decision'], reason: string) => {
    let commitment = new Uint8Array(32);
    return {
      ask: ({ args }: { args: { commitment: Uint8Array } }) => {
        commitment = args.commitment as Uint8Array<ArrayBuffer>;
        return Promise.resolve();
      },
      ruling: () => {
        const said = { principal: 'ana', decision, reason, commitment, self: false, decidedAt: Date.now() };
        return Promise.resolve({ state: decision, decisions: [said] });
      },
      use: () => Promise.resolve(true),
    };
  };

  it('is answered in the words of whoever approved', async () => {
    const { waist } = setUp(tools, { approvals: policy, desk: deskThatSays('approved', 'The second one.') });
    expect(await waist.dispatch(question)).toMatchObject({ result: { text: 'The second one.' } });
  });

  it('is not answered by a no, nor where nobody is asked', async () => {
    const denied = setUp(tools, { approvals: policy, desk: deskThatSays('denied', 'No.') });
    expect(await denied.waist.dispatch(question)).toMatchObject({ reason: 'approval_denied' });
    expect(await setUp(tools).waist.dispatch(question)).toMatchObject({ errorClass: 'permission_denied' });
  });
});
