import { csvHeader, csvLine } from '../exports/csv.ts';
import { RUN_COLUMNS } from './run-csv.ts';
import type { Summary } from './run-row.ts';

const run: Summary = {
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
  tiers: { enforced: 8, attested: 1, unobserved: 1 },
  errorCode: null,
  error: null,
  principal: 'ana',
  awaitingApproval: false,
  session: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  endedAt: null,
  harnessVersion: null,
  tools: ['workspace_read', 'workspace_write'],
  gaps: { egress: 2 },
  nativeCalls: 0,
  drifted: false,
  verification: null,
};

test('a line has a cell for every column', () => {
  expect(csvLine(RUN_COLUMNS, run).split(',')).toHaveLength(csvHeader(RUN_COLUMNS).split(',').length);
});

test('a session that waits for its next turn has its turns beside it', () => {
  const session = { turns: 2, lastTurn: 'completed' } as const;
  expect(csvLine(RUN_COLUMNS, { ...run, state: 'running', session })).toMatch(/,running,.*,2\r\n$/);
});

test('quotes, commas and line breaks stay inside of their cell', () => {
  expect(csvLine(RUN_COLUMNS, { ...run, objective: 'say "hi",\nthen leave' })).toMatch(
    /,"say ""hi"",\nthen leave",\r\n$/,
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('%j is not taken for a formula', (objective) => {
  expect(csvLine(RUN_COLUMNS, { ...run, objective })).toContain(`,'${objective},\r\n`);
});
