import type { LedgerView, RunSummary } from '../../api/wire.ts';
import { concernsOf, type Facts } from './concerns.ts';
import { enforcedShare } from './enforced-share.ts';
import { daysFrom, endOf, runsHref, startOf } from './run-links.ts';

const run = (more: Partial<RunSummary>): RunSummary => ({
  run: 'r1',
  workspace: 'default',
  harness: 'echo',
  harnessKind: 'native',
  profile: null,
  model: null,
  objective: 'Do it.',
  state: 'completed',
  sealed: true,
  events: 10,
  tiers: { enforced: 10, attested: 0, unobserved: 0 },
  errorCode: null,
  error: null,
  principal: 'ana',
  awaitingApproval: false,
  session: null,
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: null,
  endedAt: null,
  harnessVersion: null,
  tools: [],
  gaps: {},
  nativeCalls: 0,
  drifted: false,
  verification: null,
  ...more,
});
const ledger = (more: Partial<LedgerView> = {}): LedgerView => ({
  origin: 'log.example',
  vkey: 'v',
  head: { size: 7, root: '00', signedAt: '2026-01-01T00:00:00Z', cosignatures: [] },
  quorum: null,
  witnesses: [],
  lag: { pending: 0, since: null },
  ...more,
});
const NOTHING: Facts = { runs: [], approvals: [], harnesses: [], ledger: null, unsealed: [], attention: null };
const labels = (facts: Partial<Facts>) => concernsOf({ ...NOTHING, ...facts }).map(({ label }) => label);

test('a run that ended well and is sealed needs no eyes', () => {
  expect(labels({ runs: [run({})] })).toEqual([]);
});

test('what has no seal comes before what failed, and a failed run without a seal is both', () => {
  expect(labels({ runs: [run({ state: 'halted' }), run({ run: 'r2', state: 'failed', sealed: false })] })).toEqual([
    'Not sealed',
    'Halted',
    'Failed',
  ]);
});

test('a run of the ledger is named when it is gone, or when no list of runs shows it', () => {
  const at = (state: 'open' | 'missing', going = false) => ({
    run: 'r1',
    workspace: 'default',
    index: 3,
    state,
    going,
  });
  expect(labels({ runs: [run({ state: 'running', sealed: false })], unsealed: [at('open')] })).toEqual([]);
  expect(labels({ unsealed: [at('open')] })).toEqual(['Opened, never sealed']);
  expect(labels({ unsealed: [at('open', true)] })).toEqual([]);
  expect(labels({ runs: [run({})], unsealed: [at('missing')] })).toEqual(['Missing']);
});

test('a ledger nobody else signs is loud, and so are a witness that lags and entries that wait', () => {
  expect(labels({ ledger: ledger() })).toEqual(['Unwitnessed']);
  const witness = { name: 'w', vkey: 'k', url: null, size: 5, current: false };
  const head = { ...ledger().head!, cosignatures: [{ name: 'x', keyId: 'k', at: '2026-01-01T00:00:00Z' }] };
  expect(labels({ ledger: ledger({ head, witnesses: [witness], lag: { pending: 2, since: null } }) })).toEqual([
    'Witness lags',
    'Waits for the ledger',
  ]);
});

test('a share is never rounded up to a whole', () => {
  expect(enforcedShare({ enforced: 999, attested: 1, unobserved: 0 })).toBe('99 % enforced');
  expect(enforcedShare({ enforced: 0, attested: 0, unobserved: 0 })).toBe('no events');
});

test('what was never verified is loud, and what failed when it was comes before', () => {
  const attention = { unsealed: 0, unverified: 1000, failing: 2, most: 1000 };
  const concerns = concernsOf({ ...NOTHING, attention });
  expect(concerns.map(({ label, kind }) => [label, kind])).toEqual([
    ['Verification failed', 'failed'],
    ['Unverified', 'loud'],
  ]);
  expect(concerns[1]?.sentence).toMatch(/^At least 1,000 sealed runs/);
  expect(labels({ attention: { ...attention, unverified: 0, failing: 0 } })).toEqual([]);
});

test('the days of a time are all there, and each leads to its own runs', () => {
  expect(daysFrom('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(daysFrom('2026-03-02', '2026-03-01')).toEqual([]);
  expect([startOf('2026-02-28'), endOf('2026-02-28')]).toEqual([
    '2026-02-28T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ]);
  expect(runsHref({ harness: 'a b', gap: '' })).toBe('/runs?harness=a+b');
});
