import { CSV_HEADER, csvLine } from './run-csv.ts';
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
  expect(csvLine(run).split(',')).toHaveLength(CSV_HEADER.split(',').length);
});

test('quotes, commas and line breaks stay inside of their cell', () => {
  expect(csvLine({ ...run, objective: 'say "hi",\nthen leave' })).toMatch(/,"say ""hi"",\nthen leave"\r\n$/);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('%j is not taken for a formula', (objective) => {
  expect(csvLine({ ...run, objective })).toContain(`,'${objective}\r\n`);
});
