/** What only a harness may ask for, at a real waist. */
import { allowAll } from '../grant.ts';
import { setUp } from '../waist/fixtures/set-up.ts';
import type { Decision } from '../approvals/desk.ts';
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

describe('a question', () => {
  const question = ask('answer_question', { question: 'Which?', options: [] });
  const policy = new Map([['answer_question', { required: 1, of: [], never: false, expiresMs: 60_000 }]]);
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
