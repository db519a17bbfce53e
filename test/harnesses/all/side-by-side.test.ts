/** The short form of `npm run harnesses`: some of its ways, with what must differ between them and what must not. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driveSideBySide } from '../side-by-side/drive.ts';
import type { Driven } from '../side-by-side/driven.ts';
import { sideBySideTable } from '../side-by-side/table.ts';
import { WAYS } from '../side-by-side/ways.ts';

const SHORT = ['echo', 'chat', 'codex-strict', 'codex-contained-direct', 'claude'];

let out: string;
let driven: Record<string, Driven>;
let table: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'side-by-side-'));
  const ways = WAYS.filter(({ name }) => SHORT.includes(name));
  const all = await driveSideBySide({ ways, out, onStep: () => undefined });
  driven = Object.fromEntries(all.map((one) => [one.way, one]));
  table = sideBySideTable(all, false);
}, 300_000);
afterAll(() => rm(out, { recursive: true, force: true }));

it('drives the same goal each way to a sealed record that verifies', async () => {
  expect(Object.values(driven).map(({ way, problem }) => [way, problem])).toEqual(SHORT.map((name) => [name, null]));
  for (const { sealed, dispatches, verdicts } of Object.values(driven)) {
    expect({ sealed, dispatches }).toEqual({ sealed: true, dispatches: 2 });
    expect(verdicts).toMatchObject({ integrity: 'pass', completeness: 'pass', ground_truth: 'pass' });
  }
  const files = await readdir(out);
  for (const { run } of Object.values(driven)) expect(files).toContain(`${run}.provetrail`);
  expect(files).toContain('keys.json');
});

it('shows where the ways differ: in what was seen, and how it was held', () => {
  expect(driven['echo']).toMatchObject({ gaps: {}, enforcement: {}, modelCalls: 0 });
  expect(driven['chat']).toMatchObject({ gaps: {}, modelCalls: 3 });
  expect(driven['codex-strict']).toMatchObject({
    gaps: { 'context: not_observable': 1 },
    enforcement: { model_calls: 'bridged', shell: 'denied', egress: 'denied' },
    modelCalls: 4,
    containment: 'kernel',
    completion: 'terminal_frame',
  });
  expect(driven['codex-contained-direct']).toMatchObject({
    gaps: { 'context: not_observable': 1, 'egress: not_observable': 1, 'model_calls: not_observable': 1 },
    enforcement: { model_calls: 'open', shell: 'contained', egress: 'contained' },
    modelCalls: 0,
  });
  // Each was tried the way it ran, so what was found is what was promised.
  for (const name of ['codex-strict', 'claude'] as const)
    expect(driven[name]!.found).toMatchObject({ egress: 'denied', dispatch: 'bridged', model_calls: 'bridged' });
  expect(driven['codex-contained-direct']!.found).toMatchObject({ egress: 'contained', dispatch: 'bridged' });
  expect(driven['codex-contained-direct']!.found).toMatchObject({ model_calls: 'not_tried' });
  expect(driven['claude']!.reconciliation).toEqual({ 'matched by call_id': 2 });
});

it('prints them beside each other', () => {
  for (const name of SHORT) expect(table).toContain(name);
  expect(table).toMatch(/model_calls: not_observable +– +– +– +1 +–/);
  expect(table).toMatch(/shell +– +– +denied +contained +denied/);
  const [, found = ''] = table.split('surface, as found');
  expect(found).toMatch(/shell +– +– +denied +contained +denied/);
  expect(found).toMatch(/context +– +– +not_tried +not_tried +not_tried/);
  expect(table).not.toContain('✗');
});
