import { betweenTurns, vouching } from './vouching.ts';

type Facts = Parameters<typeof vouching>[0];
const facts = (more: Partial<Facts>): Facts => ({
  vouches: null,
  state: 'running',
  sealed: false,
  events: 5,
  tiers: { enforced: 4, attested: 1, unobserved: 0 },
  error: null,
  session: null,
  awaitingApproval: false,
  ...more,
});
const rest = (lastTurn: 'completed' | 'queued' | 'running' | 'interrupted' | null) => ({ turns: 1, lastTurn });

test.each([
  ['Waiting for a worker. Nothing has happened yet', { state: 'queued', events: 0 }],
  ['Waiting for a worker. 5 events so far', { state: 'queued', session: rest('queued') }],
  ['Running. 5 events so far: 4 enforced by us, 1 attested by the harness, 0 gaps.', {}],
  ['Running. 5 events', { session: rest('running') }],
  ['Waiting for people to decide. 5 events', { awaitingApproval: true, session: rest('running') }],
  ['Open, between turns. 5 events', { session: rest('completed') }],
  ['Open, between turns. 5 events', { session: rest('interrupted') }],
  ['Open, and no turn was taken yet. 5 events', { session: rest(null) }],
  ['This run ended but has no seal', { state: 'failed', awaitingApproval: true }],
  ['2 of 2', { state: 'completed', vouches: '2 of 2' }],
] as const)('a run page says first: %s', (begins, more) => {
  expect(vouching(facts(more)).startsWith(begins)).toBe(true);
});

test('a session whose last turn is open, or that has ended, is not between its turns', () => {
  expect(betweenTurns(facts({ session: rest('completed') }))).toBe(true);
  expect(betweenTurns(facts({ session: rest('running') }))).toBe(false);
  expect(betweenTurns(facts({ state: 'completed', session: rest('completed') }))).toBe(false);
  expect(betweenTurns(facts({}))).toBe(false);
});
