import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Wire } from '@runseal/api/client';
import { decodeRecord, leafHash, toHex, type Report } from '@runseal/spine';
import { calls, openHouse, until, type House } from './api-house.ts';
import { ended, runseal, type Ran } from './cli-process.ts';

const OBJECTIVE = calls(
  ['workspace_write', { path: 'hello.txt', content: 'hi\n' }],
  ['workspace_read', { path: 'hello.txt' }],
);
const SUBMIT = ['submit', OBJECTIVE, '--containment-floor', 'process', '--harness'];

describe('runseal against a real server', () => {
  let house: House;
  let dir: string;
  let native: string;
  let external: string;
  const cli = (...args: string[]): Promise<Ran> =>
    runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key });

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'runseal-cli-'));
    house = await openHouse();
  });
  afterAll(async () => {
    await house.close();
    await rm(dir, { recursive: true });
  });

  it('halts a run that waits for a worker', async () => {
    const { run } = (await cli(...SUBMIT, 'echo', '--json')).json<{ run: string }>();
    expect(await cli('halt', run, '--reason', 'not this one')).toMatchObject({ code: 0, stderr: '' });
    await house.worker();
    const halted = await until(house, run, ({ state }) => state === 'halted');
    expect(halted.errorCode).not.toBeNull();
    expect(await cli('watch', run)).toMatchObject({ code: 1 });
  });

  it('shows what waits for a decision, and decides about exactly what was shown', async () => {
    const file = join(dir, 'gated.json');
    await writeFile(file, JSON.stringify({ approvals: { workspace_write: {} } }));
    const { run } = (await cli(...SUBMIT, 'echo', '--file', file, '--json')).json<{ run: string }>();
    await until(house, run, ({ awaitingApproval }) => awaitingApproval);
    const inbox = (await cli('approvals', '--state', 'pending', '--json')).json<Wire<'ApprovalPage'>>();
    const [waiting] = inbox.items.filter((one) => one.run === run);
    const shown = await cli('approvals', waiting!.approval);
    expect(shown.stdout).toContain(waiting!.argumentsCommitment);
    expect(shown.stdout).toContain('"path":"hello.txt"');
    const wrong = ['approve', waiting!.approval, '--reason', 'read it', '--json', '--arguments'];
    expect(JSON.parse((await cli(...wrong, 'f'.repeat(64))).stderr)).toMatchObject({
      error: { code: 'approval_mismatch' },
    });
    expect(await cli('approve', waiting!.approval, '--reason', 'read it')).toMatchObject({ code: 2 });
    expect(await cli(...wrong, waiting!.argumentsCommitment)).toMatchObject({ code: 0 });
    expect(await until(house, run, ({ sealed }) => sealed)).toMatchObject({ state: 'completed' });
    expect(
      await cli('deny', waiting!.approval, '--reason', 'no', '--arguments', waiting!.argumentsCommitment),
    ).toMatchObject({ code: 4 });
  });

  it('submits a goal and follows it live to its seal', async () => {
    const shown = await cli(...SUBMIT, 'echo', '--watch');
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/enforced\s+dispatch\.start\s+call=1 action=workspace_write scope=hello\.txt/);
    native = /^\S+/.exec(shown.stdout)?.[0] ?? '';
    const document = (await cli(...SUBMIT, 'reference', '--watch', '--json')).json<
      Wire<'RunDetail'> & { eventList: Wire<'EventView'>[] }
    >();
    external = document.run;
    expect(document).toMatchObject({ state: 'completed', sealed: true });
    expect(document.eventList.map(({ seq }) => seq)).toEqual(document.eventList.map((_, index) => index + 1));
    expect(document.eventList.at(-1)?.type).toBe('provenance.mix');
  });

  it('takes the same idempotency key as the same run, and a goal from a file', async () => {
    const file = join(dir, 'goal.json');
    await writeFile(file, JSON.stringify({ objective: 'x', harness: 'echo', containmentFloor: 'process' }));
    const first = (await cli('submit', '--file', file, '--idempotency-key', 'k1', '--json')).json<
      Wire<'GoalAccepted'>
    >();
    const again = (await cli('submit', '--file', file, '--idempotency-key', 'k1', '--json')).json<
      Wire<'GoalAccepted'>
    >();
    expect(again).toMatchObject({ run: first.run, replayed: true });
    const other = await cli('submit', 'y', '--file', file, '--idempotency-key', 'k1', '--json');
    expect(other).toMatchObject({ code: 4, stdout: '' });
    expect(JSON.parse(other.stderr)).toMatchObject({ error: { code: 'idempotency_conflict' } });
  });

  it('names the wrong field of a goal', async () => {
    const { code, stdout, stderr } = await cli(...SUBMIT, 'echo', '--timeout-ms', '5', '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'request_invalid', fields: [{ path: 'limits.timeoutMs' }] },
    });
  });

  it('lists runs in pages', async () => {
    const first = (await cli('runs', '--limit', '1', '--json')).json<Wire<'RunPage'>>();
    const second = (await cli('runs', '--limit', '1', '--cursor', first.nextCursor ?? '', '--json')).json<
      Wire<'RunPage'>
    >();
    expect(second.items[0]?.run).not.toBe(first.items[0]?.run);
    expect(
      (await cli('runs', '--harness', 'reference', '--json')).json<Wire<'RunPage'>>().items.map(({ run }) => run),
    ).toEqual([external]);
    expect((await cli('runs', '--state', 'halted')).stdout).toMatch(/halted\s+(yes|no)/);
  });

  it('shows verdicts, mix and gaps, and exits by the verdicts', async () => {
    const shown = (await cli('show', external, '--json')).json<
      Wire<'RunDetail'> & { report: Report; gaps: { surface: string }[] }
    >();
    expect(shown.gaps.map(({ surface }) => surface)).toEqual(
      expect.arrayContaining(['model_calls', 'context', 'egress']),
    );
    const states = Object.fromEntries(shown.report.verdicts.map(({ name, state }) => [name, state]));
    expect(states).toMatchObject({
      integrity: 'pass',
      completeness: 'pass',
      governance: 'pass',
      // The seal is in the ledger a moment later; without a witness that is never green.
      independence: expect.stringMatching(/^(absent|warn)$/) as string,
    });
    expect(await cli('show', external)).toMatchObject({ code: 3, stderr: '' });
  });

  it('exports what an outsider needs, and the same again', async () => {
    const out = join(dir, 'out');
    for (const run of [native, external, native])
      expect(await cli('export', run, '--out', out)).toMatchObject({ code: 0, stderr: '' });
    const expected = [native, external].flatMap((run) => [
      `${run}.content.jsonl`,
      `${run}.leaves`,
      `${run}.provetrail`,
      `${run}.tlog-proof`,
    ]);
    expect((await readdir(out)).sort()).toEqual([...expected, 'keys.json'].sort());
    const keys = JSON.parse(await readFile(join(out, 'keys.json'), 'utf8')) as Record<string, string>[];
    expect(keys).toEqual([
      {
        keyId: expect.stringMatching(/^ed25519:/) as string,
        publicKeyHex: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        origin: expect.any(String) as string,
        vkey: expect.stringMatching(/^runseal\/.*\+[0-9a-f]{8}\+/) as string,
      },
    ]);
    const leaves = (await readFile(join(out, `${native}.leaves`), 'utf8')).trim().split('\n');
    const { events } = decodeRecord(await readFile(join(out, `${native}.provetrail`)));
    expect(leaves).toEqual(events.map((canonical) => toHex(leafHash(canonical))));
  });

  it('does not overwrite evidence with other bytes', async () => {
    const out = join(dir, 'tampered');
    await cli('export', native, '--out', out);
    await writeFile(join(out, `${native}.provetrail`), 'something else');
    expect(await cli('export', native, '--out', out, '--json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('export_differs') as string,
    });
    expect(await readFile(join(out, `${native}.provetrail`), 'utf8')).toBe('something else');
  });

  it('verifies what it exported without the server', async () => {
    const record = join(dir, 'out', `${external}.provetrail`);
    const report = await runseal(['verify', record, '--keys', join(dir, 'out', 'keys.json'), '--json']);
    expect(report.code).toBe(3);
    expect(report.json<Report & { leaves: string }>()).toMatchObject({
      run: external,
      leaves: join(dir, 'out', `${external}.leaves`),
    });
    const unknown = await runseal(['verify', record]);
    expect(unknown.code).toBe(1);
    expect(unknown.stdout).toContain('sign.unknown_key');
    expect(unknown.stdout).toContain('NO TRUSTED KEY GIVEN');
  });

  it('compares two runs of the server, and the same two as files', async () => {
    const online = (await cli('compare', native, external, '--json')).json<Wire<'Comparison'>>();
    const files = [native, external].map((run) => join(dir, 'out', `${run}.provetrail`));
    const offline = await runseal(['compare', ...files, '--keys', join(dir, 'out', 'keys.json'), '--json']);
    expect(offline.code).toBe(0);
    expect(offline.json<Wire<'Comparison'>>().mixes).toEqual(online.mixes);
    expect(online.dispatches.map(({ sameArguments }) => sameArguments)).toEqual([true, true]);
    expect(
      offline.json<Wire<'Comparison'>>().dispatches.map(({ sameArguments, sameResult }) => [sameArguments, sameResult]),
    ).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(await runseal(['compare', ...files])).toMatchObject({ code: 1 });
    expect(await cli('compare', native, files[1] ?? '')).toMatchObject({ code: 2 });
    // Keys say nothing of what a server tells, and a name with a dot is no run.
    expect(await cli('compare', native, external, '--keys', join(dir, 'out', 'keys.json'))).toMatchObject({ code: 2 });
    for (const there of [files[0] ?? '', native])
      expect(await cli('compare', there, join(dir, 'none.provetrail'), '--json')).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('"file_missing"') as string,
      });
  });

  it('lists harnesses and keys', async () => {
    const harnesses = (await cli('harnesses', '--json')).json<Wire<'HarnessView'>[]>();
    expect(harnesses.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'reference', 'codex']));
    expect((await cli('keys', '--json')).json<Wire<'KeyView'>[]>()[0]?.publicKeyHex).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes the key from a file, and says so in one sentence when there is none, a wrong one or no server', async () => {
    const file = join(dir, 'key');
    await writeFile(file, `${house.key}\n`, { mode: 0o600 });
    expect(await runseal(['runs', '--url', house.api.url, '--key-file', file])).toMatchObject({ code: 0, stderr: '' });
    expect(await runseal(['runs', '--url', house.api.url, '--json'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"api_key_missing"') as string,
    });
    expect(
      await runseal(['runs', '--json'], { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: 'rsk_wrong' }),
    ).toMatchObject({ code: 4, stdout: '' });
    expect(
      await runseal(['runs', '--json'], { RUNSEAL_URL: 'http://127.0.0.1:1', RUNSEAL_API_KEY: 'x' }),
    ).toMatchObject({ code: 4, stderr: expect.stringContaining('"server_unreachable"') as string });
    expect(await runseal(['runs', '--url', 'ftp://x', '--json'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"url_invalid"') as string,
    });
    expect(await cli('show', 'nobody', '--json')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('"run_unknown"') as string,
    });
  });

  it('ends quietly when its reader goes away', async () => {
    const script = '"$0" apps/cli/bin/runseal.mjs runs --limit 20 | true';
    const env = { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key };
    expect(await ended('/bin/sh', ['-c', script, process.execPath], env)).toMatchObject({ code: 0, stderr: '' });
  });
});
