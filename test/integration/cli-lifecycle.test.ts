import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { connect } from '@runseal/spine/postgres';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsealHere as runseal } from './cli-process.ts';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
let ben: string;
/** Nothing is written there, for the server says that there is nothing to write. */
const out = join(tmpdir(), 'nowhere');

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  ben = (await createKey(house.owner, 'Ben Officer')).key;
});
afterAll(async () => {
  await house.close();
  await rm(out, { recursive: true, force: true });
});

const cli = (...args: string[]) =>
  runseal([...args, '--json'], { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key });
const codeOf = ({ stderr }: { stderr: string }): string =>
  (JSON.parse(stderr) as { error: { code: string } }).error.code;

async function sealedRun(): Promise<string> {
  const run = await submit(house, {
    objective: calls(['workspace_write', { path: 'a.txt', content: 'personal' }]),
    grant: ['workspace_write'],
  });
  await until(house, run, sealed);
  return run;
}

test('A hold stops erasing and pruning until it is lifted, and its history is shown', async () => {
  const run = await sealedRun();
  const placed = await cli('hold', 'place', run, '--reason', 'case 14');
  expect([placed.code, placed.json()]).toEqual([
    0,
    expect.objectContaining({ run, reason: 'case 14', liftedAt: null }),
  ]);
  const again = await cli('hold', 'place', run, '--reason', 'twice');
  expect([again.code, codeOf(again)]).toEqual([4, 'run_held']);
  const erased = await cli('erase', run, '--reason', 'r', '--basis', 'b');
  expect([erased.code, codeOf(erased)]).toEqual([4, 'run_held']);
  const pruned = await cli('prune', 'request', run, '--reason', 'r', '--basis', 'b');
  expect([pruned.code, codeOf(pruned)]).toEqual([4, 'run_held']);
  expect((await cli('hold', 'lift', run, '--reason', 'closed')).code).toBe(0);
  expect(codeOf(await cli('hold', 'lift', run, '--reason', 'closed'))).toBe('run_not_held');
  expect((await cli('hold', 'show', run)).json()).toMatchObject({ held: false, items: [{ liftReason: 'closed' }] });
});

test('A prune takes two people and leaves the seal in the ledger', async () => {
  const run = await sealedRun();
  expect(codeOf(await cli('prune', 'show', run))).toBe('prune_not_requested');
  expect((await cli('tag', run, '--subject', 'c-8', '--seq', '2')).code).toBe(0);
  const asked = await cli('prune', 'request', run, '--reason', 'old', '--basis', 'GDPR 5');
  expect([asked.code, asked.json()]).toEqual([0, expect.objectContaining({ run, confirmedBy: null })]);
  const alone = await cli('prune', 'confirm', run);
  expect([alone.code, codeOf(alone)]).toEqual([4, 'two_people_needed']);
  const other = { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: ben };
  expect((await runseal(['prune', 'confirm', run], other)).stdout).toContain('is removed for ever');
  for (const gone of [
    ['export', run, '--out', out],
    ['ask', run, 'tool:workspace_write called'],
    ['watch', run],
    ['hold', 'place', run, '--reason', 'too late'],
    ['erase', run, '--reason', 'asked', '--basis', 'GDPR 17'],
    ['tag', run, '--subject', 'c-8', '--seq', '3'],
  ])
    expect([gone[0], codeOf(await cli(...gone))]).toEqual([gone[0], 'run_pruned']);
  const said = await runseal(['show', run], other);
  expect([said.code, said.stdout]).toEqual([
    3,
    expect.stringMatching(
      /Removed for ever at .*: old \(GDPR 5\)\.\nana-auditor asked for it, and ben-officer agreed\./,
    ),
  ]);
  // Who it was about is not said of it any more; where an earlier version left that, it goes when it is asked for.
  const everywhere = ['erase', '--subject', 'c-8', '--reason', 'asked', '--basis', 'GDPR 17'];
  const about = async (): Promise<unknown> => (await house.ask('/api/v1/subjects?subject=c-8')).json();
  expect(await about()).toEqual({ items: [] });
  await house.owner`insert into runseal.subject_tag (workspace, run, subject, commitment, tagged_by)
    select workspace, run, 'c-8', sha256('x'), 'ana' from spine.head where run = ${run}`;
  const left = await cli(...everywhere);
  expect([left.code, left.json()]).toEqual([0, { subject: 'c-8', erased: [], left: [] }]);
  expect(await about()).toEqual({ items: [] });
  expect((await cli('hold', 'show', run)).json()).toMatchObject({ held: false });
});

test('Content is tagged and erased by subject, and erased by event', async () => {
  const run = await sealedRun();
  const erase = (...what: string[]) => cli('erase', run, ...what, '--reason', 'asked', '--basis', 'GDPR 17');
  const events = (await (await house.ask(`/api/v1/runs/${run}/events`)).json()) as Wire<'EventPage'>;
  const seqOf = (type: string) => String(events.items.find((event) => event.type === type)!.seq);
  expect(codeOf(await cli('tag', run, '--subject', 'c-7'))).toBe('usage');
  const tagged = await cli('tag', run, '--subject', 'c-7', '--seq', seqOf('dispatch.start'));
  expect([tagged.code, tagged.json()]).toEqual([0, { run, tagged: 1 }]);
  expect((await erase('--subject', 'c-7')).json()).toEqual({ run, erased: 1 });
  expect((await cli('tag', run, '--subject', 'c-6', '--seq', seqOf('dispatch.end'))).code).toBe(0);
  expect((await erase('--seq', seqOf('dispatch.end'), '--seq', seqOf('goal.submitted'))).json()).toEqual({
    run,
    erased: 2,
  });
  // A tag may itself name somebody: it goes with what it named, whichever way that was erased.
  expect(await house.owner`select subject from runseal.subject_tag where run = ${run}`).toEqual([]);
  const both = await erase('--seq', '1', '--subject', 'c-7');
  expect([both.code, codeOf(both)]).toEqual([2, 'usage']);
  expect((await erase('--seq', 'x')).code).toBe(2);
  const audit = await cli('audit', run);
  expect([audit.code, audit.json()]).toEqual([0, expect.objectContaining({ run, found: 0 })]);
});

test('Retention is set, listed and lifted by workspace', async () => {
  const none = { runs: 0, contents: 0, bytes: 0 };
  const set = await cli('retention', 'set', 'tenant-a', '--days', '30', '--reason', 'policy 7');
  expect([set.code, set.json()]).toMatchObject([
    0,
    { items: [{ workspace: 'tenant-a', days: 30, reason: 'policy 7' }], preview: { policyDays: 30, due: none } },
  ]);
  expect((await cli('retention', 'set', 'tenant-a', '--days', '0', '--reason', 'x')).code).toBe(2);
  expect((await cli('retention', 'lift', 'tenant-a', '--reason', 'withdrawn')).json()).toEqual({ items: [] });
  expect((await cli('retention', 'list')).json()).toEqual({ items: [] });
});

test('What a policy would erase is shown before it is set, with what a hold keeps; and what it erases after', async () => {
  const [old, held, young] = [await sealedRun(), await sealedRun(), await sealedRun()];
  const admin = connect(house.database.adminUrl, { max: 1 });
  await admin`alter table spine.head disable trigger guard_head`;
  await admin`update spine.head set sealed_at = sealed_at - interval '900 days' where run in (${old}, ${held})`;
  await admin`alter table spine.head enable always trigger guard_head`;
  await admin.end();
  expect((await cli('hold', 'place', held, '--reason', 'case 16')).code).toBe(0);
  const unset = await cli('retention', 'show', 'default');
  expect([unset.code, codeOf(unset)]).toEqual([4, 'retention_not_set']);
  const asked = ['retention', 'set', 'default', '--days', '800', '--reason', 'policy 8'];
  const dry = await cli(...asked, '--dry-run');
  const preview = dry.json<Wire<'RetentionPreview'>>();
  expect([dry.code, preview]).toMatchObject([0, { days: 800, policyDays: null, due: { runs: 1 }, held: { runs: 1 } }]);
  expect(preview.items.slice(0, 2)).toMatchObject([
    { run: old, due: true, hold: null },
    { run: held, due: true, hold: { reason: 'case 16', placedBy: 'ana-auditor' } },
  ]);
  expect(preview.items.find(({ run }) => run === young)).toMatchObject({ due: false, hold: null });
  expect((await cli('retention', 'list')).json()).toEqual({ items: [] });
  const env = { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key };
  const screen = (await runseal(['retention', 'show', 'default', '--days', '800', '--limit', '2'], env)).stdout;
  expect(screen).toContain('This policy is not set: content is kept without limit. Nothing was changed.');
  expect(screen).toMatch(/would go +1 run, /);
  expect(screen).toMatch(/held by ana-auditor: case 16/);
  expect(screen).toContain(`More: runseal retention show default --days 800 --limit 2 --cursor ${held}`);
  const next = await cli('retention', 'show', 'default', '--days', '800', '--cursor', held);
  expect(next.json<Wire<'RetentionPreview'>>().items.map(({ run }) => run)).not.toContain(old);
  expect(codeOf(await cli('retention', 'show', 'default', '--days', '800', '--cursor', 'x'))).toBe('cursor_invalid');
  const { key } = await createKey(house.owner, 'Olga Other', ['tenant-b']);
  const foreign = await runseal(['retention', 'show', 'default', '--json'], { ...env, RUNSEAL_API_KEY: key });
  expect(codeOf(foreign)).toBe('workspace_denied');
  const set = await cli(...asked);
  expect(set.json()).toMatchObject({ items: [{ days: 800 }], preview: { policyDays: 800 } });
  // A worker looks when it starts, and once a minute: what was due goes, what is held stays.
  await house.worker();
  await until(house, old, ({ objective }) => objective === '(erased)', 90_000);
  expect((await cli('retention', 'show', 'default')).json()).toMatchObject({ due: { runs: 0 }, held: { runs: 1 } });
  expect((await cli('retention', 'lift', 'default', '--reason', 'withdrawn')).code).toBe(0);
});

test('An audit names what was changed beside the bytes, with exit code 1', async () => {
  const run = await sealedRun();
  await house.owner.begin(async (tx) => {
    await tx`alter table spine.event disable trigger all`;
    await tx`update spine.event set tier = 'attested' where run = ${run} and seq = 2`;
    await tx`alter table spine.event enable trigger all`;
  });
  const audit = await cli('audit', run);
  expect([audit.code, audit.json()]).toEqual([
    1,
    expect.objectContaining({ found: 1, findings: [expect.objectContaining({ seq: 2, column: 'tier' })] }),
  ]);
});

test('A subject is erased in every run at once, but for those that are held, which are named', async () => {
  const runs = [await sealedRun(), await sealedRun(), await sealedRun()];
  for (const run of runs) {
    const started = (await eventsOf(house, run)).find(({ type }) => type === 'dispatch.start');
    const tagged = await cli('tag', run, '--subject', 'c-9', '--seq', String(started?.seq));
    expect([tagged.code, tagged.json()]).toEqual([0, { run, tagged: 1 }]);
  }
  await cli('hold', 'place', runs[1]!, '--reason', 'case 15');
  const why = ['--reason', 'asked', '--basis', 'GDPR 17'];
  const some = await cli('erase', '--subject', 'c-9', ...why);
  expect([some.code, some.json()]).toEqual([
    1,
    {
      subject: 'c-9',
      erased: [
        { run: runs[0], erased: 1 },
        { run: runs[2], erased: 1 },
      ],
      left: [expect.objectContaining({ run: runs[1], code: 'run_held' })],
    },
  ]);
  await cli('hold', 'lift', runs[1]!, '--reason', 'closed');
  const rest = await cli('erase', '--subject', 'c-9', ...why);
  expect([rest.code, rest.json()]).toMatchObject([0, { erased: [{ run: runs[1], erased: 1 }], left: [] }]);
  const nobody = await cli('erase', ...why);
  expect([nobody.code, codeOf(nobody)]).toEqual([2, 'usage']);
});
