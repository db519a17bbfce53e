import { executorTools } from './executor-tools.ts';
import { executorServer, type Asked } from './fixtures/executor-server.ts';

const TICKET = {
  name: 'ticket_open',
  description: 'Opens a ticket.',
  arguments: { type: 'object', properties: { title: { type: 'string', maxLength: 20 } }, required: ['title'] },
  read_only: false,
};
const titled = (named: object) => ({ ...TICKET, ...named });
const tools = (...list: object[]) => ({ type: 'tools', protocol: 1, tools: list });

async function askedOf(hear: (asked: Asked) => void) {
  const server = await executorServer(hear);
  try {
    return await executorTools({ path: server.path, harness: 'py' }, ['workspace_read']);
  } finally {
    await server.close();
  }
}

test('what it carries out becomes tools with bounded arguments', async () => {
  const asked: unknown[] = [];
  const [tool, ...more] = await askedOf(({ message, say }) => {
    asked.push(message);
    say(tools(TICKET));
  });
  expect(asked).toEqual([{ type: 'describe', protocol: 1, harness: 'py' }]);
  expect(more).toEqual([]);
  expect(tool).toMatchObject({ name: 'ticket_open', readOnly: false, runsPrograms: false });
  expect(tool!.schema.safeParse({ title: 'fire' }).success).toBe(true);
  for (const wrong of [{}, { title: 1 }, { title: 'x'.repeat(21) }, 'fire', null])
    expect(tool!.schema.safeParse(wrong).success).toBe(false);
});

test.each([
  ['of nothing where nothing is declared', {}, { title: 'fire' }, ''],
  ['of nothing where only a note for people is', { scope: 'title' }, { title: 'fire' }, ''],
  ['of what is declared to be a name', { names: ['title'] }, { title: 'A-17' }, 'host: A-17'],
  ['of nothing where that is a text after all', { names: ['title'] }, { title: 'Anna Muster' }, ''],
  ['of nothing where it is not given', { names: ['title'] }, {}, ''],
])('a scope consists %s', async (_, named, args, scope) => {
  const [tool] = await askedOf(({ say }) => say(tools(titled(named))));
  expect(tool!.scope(args)).toBe(scope);
});

test('it may carry out nothing', async () => {
  expect(await askedOf(({ say }) => say(tools()))).toEqual([]);
});

test.each([
  ['an error', { type: 'error', message: 'no licence' }, 'executor_invalid'],
  ['a name of ours', tools({ ...TICKET, name: 'workspace_read' }), 'executor_invalid'],
  ['a name twice', tools(TICKET, TICKET), 'protocol_violation'],
  ['a name no grant could have', tools({ ...TICKET, name: 'Ticket' }), 'protocol_violation'],
  [
    'arguments that are not bounded here',
    tools({ ...TICKET, arguments: { type: 'object', pattern: 'x' } }),
    'protocol_violation',
  ],
  ['arguments that are no object', tools({ ...TICKET, arguments: { type: 'string' } }), 'runseal.tool_invalid'],
  ['a name that is no argument', tools(titled({ names: ['toString'] })), 'protocol_violation'],
  ['another protocol', { ...tools(TICKET), protocol: 2 }, 'protocol_violation'],
  ['no JSON', 'hello', 'protocol_violation'],
  ['the same key twice', '{"type":"error","type":"tools","message":"x"}', 'protocol_violation'],
])('%s is refused', async (_, answer, code) => {
  await expect(askedOf(({ say }) => say(answer))).rejects.toMatchObject({ code });
});

test('one that hangs up, or is not there, is unreachable', async () => {
  await expect(askedOf(({ socket }) => socket.destroy())).rejects.toMatchObject({ code: 'executor_unreachable' });
  await expect(executorTools({ path: '/nowhere/executor.sock', harness: 'py' })).rejects.toMatchObject({
    code: 'executor_unreachable',
    message: expect.stringContaining('/nowhere/executor.sock') as string,
  });
});
