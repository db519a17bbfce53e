import { runBlocks, runRow, stateOf } from './run.ts';
import { sessionLine, sessionRow, SESSION_HEAD } from './session.ts';
import { renderScreen } from './screen.ts';

type Standing = Parameters<typeof stateOf>[0];
const at = (more: Partial<Standing>): Standing => ({
  state: 'running',
  session: null,
  awaitingApproval: false,
  ...more,
});
const after = (lastTurn: 'completed' | 'failed' | 'interrupted' | 'queued' | 'running' | null) => ({
  turns: lastTurn === null ? 0 : 2,
  lastTurn,
});

test.each([
  ['running', at({})],
  ['queued', at({ state: 'queued' })],
  ['running', at({ session: after('running') })],
  ['running', at({ session: after('queued') })],
  ['open', at({ session: after('completed') })],
  ['open', at({ session: after('interrupted') })],
  ['open', at({ session: after(null) })],
  ['waiting for approval', at({ awaitingApproval: true })],
  ['waiting for approval', at({ awaitingApproval: true, session: after('running') })],
  ['completed', at({ state: 'completed', session: after('completed') })],
])('a run is said to be %s', (word, run) => {
  expect(stateOf(run)).toBe(word);
});

test('a list and the head of a run say it, and what a session has behind it', () => {
  const run = {
    ...at({ session: after('completed') }),
    ...{
      run: 'r1',
      harness: 'echo',
      profile: null,
      sealed: false,
      events: 9,
      objective: 'words',
      objectiveText: 'words',
    },
    ...{ tiers: { enforced: 9, attested: 0, unobserved: 0 }, harnessKind: 'native', model: null, grant: [] },
    ...{
      containmentFloor: 'process',
      principal: 'ana',
      createdAt: '',
      errorCode: null,
      error: null,
      halt: null,
      seal: null,
    },
  } as unknown as Parameters<typeof runBlocks>[0];
  expect(runRow(run)[2]).toEqual({ text: 'open', tone: 'plain' });
  expect(renderScreen(runBlocks(run), false)).toMatch(/^r1 {2}open after 2 turns, not sealed\n/);
  const fresh = { ...run, session: after(null) };
  expect(renderScreen(runBlocks(fresh), false)).toMatch(/^r1 {2}open, no turn yet, not sealed\n/);
});

test.each([
  ['open, 0 turns, at event 3', '', { execState: 'pending', turns: 0 }],
  ['running, 1 turn, at event 3', '', { execState: 'running' }],
  ['waiting for approval, 1 turn, at event 3', '', { execState: 'awaiting' }],
  ['open, 1 turn, the last completed, at event 3', 'completed', { execState: 'completed' }],
  ['open, suspended, 1 turn, the last failed, at event 3', 'failed', { execState: 'failed', suspended: true }],
  [
    'sealed, deleted, 1 turn, the last canceled, at event 3',
    'canceled',
    { execState: 'canceled', sealed: true, deleted: true },
  ],
])('a session is said to be %s', (said, last, more) => {
  const session = {
    ...{ session: 's1', name: null, project: '', harness: 'echo', turns: 1, lastSeq: 3, createdAt: '', parent: null },
    ...{ sealed: false, suspended: false, deleted: false, ...more },
  } as unknown as Parameters<typeof sessionLine>[0];
  expect(renderScreen([sessionLine(session)], false)).toBe(`s1  ${said}\n`);
  expect(sessionRow(session)[SESSION_HEAD.indexOf('last turn')]).toBe(last);
});
