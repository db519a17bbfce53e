import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  exitCodeOf,
  fromHex,
  leafHash,
  openContent,
  toHex,
  verifyEventProof,
  verifyRecord,
  type Report,
} from '@runseal/spine';
import type { Wire } from '@runseal/api/client';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

const LETTER = calls(
  ['workspace_write', { path: 'hello.txt', content: 'hello\n' }],
  ['workspace_read', { path: 'hello.txt' }],
);
/** Runs until a file `go` appears in its workspace. */
const WAITING = calls(['run_command', { argv: ['sh', '-c', 'while [ ! -e go ]; do sleep 0.05; done'] }]);

const get = async <T>(path: string): Promise<T> => (await (await house.ask(`/api/v1${path}`)).json()) as T;
const post = (path: string, body?: object) =>
  house.ask(`/api/v1${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
const go = (run: string) => writeFile(join(house.dataDir, 'runs', run, 'workspace', 'go'), '');
const stateOf = (report: Report, name: string) => report.verdicts.find((verdict) => verdict.name === name)?.state;

async function keyring() {
  const { items } = await get<Wire<'KeyList'>>('/keys');
  return items.map(({ keyId, publicKeyHex }) => ({ keyId, publicKey: fromHex(publicKeyHex) }));
}

async function exported(run: string): Promise<Uint8Array> {
  const response = await house.ask(`/api/v1/runs/${run}/record`);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${run}.provetrail"`);
  return new Uint8Array(await response.arrayBuffer());
}

describe('a finished run', () => {
  let run: string;
  beforeAll(async () => {
    run = await submit(house, {
      objective: LETTER,
      verify: { command: ['grep', '-q', 'hello', 'hello.txt'] },
      files: [{ path: 'a/b.txt', content: 'AAEC', encoding: 'base64' }],
    });
    await until(house, run, sealed);
  });

  test('is completed, sealed and says what it vouches for', async () => {
    const detail = await get<Wire<'RunDetail'>>(`/runs/${run}`);
    expect(detail).toMatchObject({
      state: 'completed',
      sealed: true,
      errorCode: null,
      halt: null,
      harnessKind: 'native',
    });
    expect(detail.vouches).toContain('2 of 2 tool calls were enforced');
    expect(detail.seal?.size).toBe(detail.events);
  });

  test('opens first, ends with its outcome and its mix, and its check backs the success', async () => {
    const types = (await eventsOf(house, run)).map(({ type }) => type);
    expect(types.slice(0, 2)).toEqual(['run.opened', 'goal.submitted']);
    expect(types.slice(-3)).toEqual(['check.recorded', 'outcome.recorded', 'provenance.mix']);
  });

  test('verifies away from the server, with the keys it publishes, and not after one flipped byte', async () => {
    const bytes = await exported(run);
    const leaves = (await (await house.ask(`/api/v1/runs/${run}/leaves`)).text()).trim().split('\n').map(fromHex);
    const report = await verifyRecord(bytes, { keyring: await keyring(), evidence: { leaves } });
    expect(report.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
    expect([stateOf(report, 'integrity'), stateOf(report, 'completeness'), stateOf(report, 'ground_truth')]).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
    const flipped = bytes.slice();
    flipped[Math.floor(bytes.length / 2)]! ^= 1;
    expect(exitCodeOf(await verifyRecord(flipped, { keyring: await keyring(), evidence: { leaves } }))).toBe(1);
    // The server adds what its ledger says; everything else must be the same to the letter.
    const byServer = await get<Report>(`/runs/${run}/verification`);
    const alone = ({ verdicts, ...rest }: Report) => ({
      ...rest,
      verdicts: verdicts.filter(({ name }) => name !== 'independence'),
    });
    expect(alone(byServer)).toEqual(alone(JSON.parse(JSON.stringify(report)) as Report));
  });

  test('shows events whose bytes, leaves and readings agree', async () => {
    for (const { seq, canonical, leaf, payload, type } of await eventsOf(house, run)) {
      expect(toHex(leafHash(Buffer.from(canonical, 'base64')))).toBe(leaf);
      expect(typeof payload).toBe('object');
      expect(seq).toBeGreaterThan(0);
      expect(type).not.toBe('');
    }
  });

  test('proves each event to whoever has its seal', async () => {
    const { proof } = await get<Wire<'ProofView'>>(`/runs/${run}/events/2/proof`);
    const proven = await verifyEventProof(Buffer.from(proof, 'base64'), await keyring());
    expect(proven).toBeDefined();
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/events/9999/proof`))).toEqual([404, 'event_unknown']);
  });

  test('hands out its contents with salts that open the commitments', async () => {
    const lines = (await (await house.ask(`/api/v1/runs/${run}/contents`)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(lines.length).toBeGreaterThan(4);
    for (const { commitment, salt, bytes, media } of lines) {
      const content = Buffer.from(bytes!, 'base64');
      expect(
        openContent({
          ref: { commitment: fromHex(commitment!), bytes: content.length, media: media! },
          salt: fromHex(salt!),
          bytes: content,
        }),
      ).toBe(true);
      const one = await house.ask(`/api/v1/runs/${run}/content/${commitment!}`);
      expect(one.headers.get('content-type')).toBe('application/octet-stream');
      expect(Buffer.from(await one.arrayBuffer()).equals(content)).toBe(true);
    }
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/content/${'00'.repeat(32)}`))).toEqual([
      404,
      'content_unknown',
    ]);
  });

  test('the goal on the record is the goal that was sent', async () => {
    const opened = (await eventsOf(house, run)).find(({ type }) => type === 'goal.submitted')!;
    const { goal } = opened.payload as { goal: { commitment: { $hex: string } } };
    const bytes = await (await house.ask(`/api/v1/runs/${run}/content/${goal.commitment.$hex}`)).text();
    expect(JSON.parse(bytes)).toMatchObject({
      objective: LETTER,
      harness: 'echo',
      grant: expect.arrayContaining(['workspace_read']) as unknown,
    });
    expect(createHash('sha256').update(bytes).digest()).toHaveLength(32);
  });

  test('has the same mix in its seal, its list entry and its own page', async () => {
    const mix = await get<Wire<'Mix'>>(`/runs/${run}/mix`);
    const detail = await get<Wire<'RunDetail'>>(`/runs/${run}`);
    expect(detail.seal?.mix).toEqual(mix);
    expect(detail.tiers).toEqual(mix.tiers);
  });

  test('is sealed once: asking again answers the same seal', async () => {
    const first = (await (await post(`/runs/${run}/seal`)).json()) as object;
    expect(await (await post(`/runs/${run}/seal`)).json()).toEqual(first);
    expect(first).toMatchObject({ size: (await get<Wire<'RunDetail'>>(`/runs/${run}`)).events });
  });

  test('cannot be halted any more', async () => {
    expect(await codeOf(await post(`/runs/${run}/halt`, { reason: 'too late' }))).toEqual([409, 'run_ended']);
  });
});

describe('erased content', () => {
  test('is 410, and the record still verifies', async () => {
    const run = await submit(house, { objective: LETTER });
    await until(house, run, sealed);
    const [line] = (await (await house.ask(`/api/v1/runs/${run}/contents`)).text()).split('\n');
    const { commitment } = JSON.parse(line!) as { commitment: string };
    await house.owner`select spine.erase_content(${run}, ${Buffer.from(commitment, 'hex')}, 'ana', 'asked by the person', 'GDPR 17')`;
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/content/${commitment}`))).toEqual([410, 'content_erased']);
    expect(stateOf(await get<Report>(`/runs/${run}/verification`), 'integrity')).toBe('pass');
  });
});

describe('a run under way', () => {
  test('is neither sealed nor exported nor proven, and a halt ends it on the record', async () => {
    const run = await submit(house, { objective: WAITING, grant: ['run_command'] });
    await until(house, run, ({ events }) => events >= 4);
    expect(await codeOf(await post(`/runs/${run}/seal`))).toEqual([409, 'run_active']);
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/record`))).toEqual([409, 'not_sealed']);
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/verification`))).toEqual([409, 'not_sealed']);
    expect(await codeOf(await house.ask(`/api/v1/runs/${run}/events/1/proof`))).toEqual([409, 'not_sealed']);

    const halting = (await (await post(`/runs/${run}/halt`, { reason: 'wrong goal' })).json()) as Wire<'RunDetail'>;
    expect(halting.halt).toEqual({ reason: 'wrong goal', by: 'ana-auditor', scope: 'run' });
    const detail = await until(house, run, sealed);
    expect(detail).toMatchObject({ state: 'halted', errorCode: 'run_halted' });
    const events = await eventsOf(house, run);
    expect(events.find(({ type }) => type === 'run.halted')).toMatchObject({
      actor: 'human',
      payload: { reason: 'wrong goal', by: 'ana-auditor' },
    });
    expect(events.find(({ type }) => type === 'outcome.recorded')?.payload).toMatchObject({ result: 'halted' });
    const report = await get<Report>(`/runs/${run}/verification`);
    expect(report.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
  });

  test('a second halt keeps the first reason', async () => {
    const run = await submit(house, { objective: WAITING, grant: ['run_command'] });
    await until(house, run, ({ events }) => events >= 4);
    await Promise.all([post(`/runs/${run}/halt`, { reason: 'first' })]);
    await post(`/runs/${run}/halt`, { reason: 'second' });
    expect((await until(house, run, sealed)).halt?.reason).toBe('first');
  });

  test('goes on to its end when it is let', async () => {
    const run = await submit(house, { objective: WAITING, grant: ['run_command'] });
    await until(house, run, ({ events }) => events >= 4);
    await go(run);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  });
});

describe('a run that fails', () => {
  test('by its check is failed, with the check on the record', async () => {
    const run = await submit(house, { objective: LETTER, verify: { command: ['grep', '-q', 'goodbye', 'hello.txt'] } });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'failed', errorCode: 'check_failed' });
    const events = await eventsOf(house, run);
    expect(events.find(({ type }) => type === 'check.recorded')?.payload).toMatchObject({
      passed: false,
      exit_code: 1,
    });
    expect(events.find(({ type }) => type === 'outcome.recorded')?.payload).toMatchObject({ result: 'failure' });
  });

  test('a check that is not there has not passed', async () => {
    const run = await submit(house, { objective: LETTER, verify: { command: ['no-such-program'] } });
    expect(await until(house, run, sealed)).toMatchObject({ state: 'failed', errorCode: 'check_failed' });
  });

  test('an action outside the grant is refused, on the record, and does not run', async () => {
    const run = await submit(house, { objective: LETTER, grant: ['workspace_read'] });
    await until(house, run, sealed);
    const rejected = (await eventsOf(house, run)).filter(({ type }) => type === 'dispatch.rejected');
    expect(rejected.map(({ payload }) => payload['reason'])).toContain('capability_denied');
  });
});

describe('the list', () => {
  test('pages through everything once, newest first, also while runs come in', async () => {
    const workspace = 'paged';
    const mine = await Promise.all(
      Array.from({ length: 25 }, (_, n) => submit(house, { objective: `page ${n}`, workspace })),
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await get<Wire<'RunPage'>>(`/runs?workspace=${workspace}&limit=7${cursor}`);
      seen.push(...page.items.map(({ run }) => run));
      if (seen.length === 7) await submit(house, { objective: 'came in between', workspace });
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(seen)).toEqual(new Set(mine));
    const times = (await get<Wire<'RunPage'>>(`/runs?workspace=${workspace}`)).items.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('filters by harness, state and words, taking them literally', async () => {
    const workspace = 'filtered';
    const odd = await submit(house, { objective: 'a 100% sure_thing', workspace });
    await submit(house, { objective: 'a 1000 sureXthing', workspace });
    const find = async (query: string) =>
      (await get<Wire<'RunPage'>>(`/runs?workspace=${workspace}&${query}`)).items.map(({ run }) => run);
    expect(await find(`q=${encodeURIComponent('100% sure_')}`)).toEqual([odd]);
    expect(await find(`q=${odd.slice(0, 36)}`)).toEqual([odd]);
    expect(await find('harness=codex')).toEqual([]);
    await until(house, odd, sealed);
    expect(await find('state=completed&harness=echo')).toContain(odd);
    expect(await find('state=queued&q=100%25')).toEqual([]);
  });
});

describe('two runs side by side', () => {
  test('the same goal natively and through the reference harness: same calls, other vouching', async () => {
    const left = await submit(house, { objective: LETTER });
    const right = await submit(house, { objective: LETTER, harness: 'reference' });
    await until(house, left, sealed);
    expect(await until(house, right, sealed)).toMatchObject({
      errorCode: null,
      error: null,
      state: 'completed',
      harnessKind: 'external',
      profile: 'reference',
    });
    const comparison = await get<Wire<'Comparison'>>(`/compare?left=${left}&right=${right}`);
    expect(comparison.dispatches).toHaveLength(2);
    for (const pair of comparison.dispatches)
      expect(pair).toMatchObject({
        left: { outcome: 'ok' },
        right: { outcome: 'ok' },
        sameArguments: true,
        sameResult: true,
      });
    expect(comparison.mixes.left.tiers.attested).toBe(0);
    expect(comparison.mixes.right.tiers.attested).toBeGreaterThan(0);
    expect(comparison.gaps.map(({ surface }) => surface)).toContain('model_calls');
    expect(comparison.gaps.every((gap) => gap.left === 0 && gap.right > 0)).toBe(true);
    expect(comparison.vouches.left).not.toBe(comparison.vouches.right);
    expect(comparison.sentences.join(' ')).toContain('the same 2 tool calls in the same order');
    const report = await get<Report>(`/runs/${right}/verification`);
    expect(report.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
  });

  test('a run that does not exist cannot be compared', async () => {
    expect(await codeOf(await house.ask('/api/v1/compare?left=a&right=b'))).toEqual([404, 'run_unknown']);
  });
});

describe('what there is', () => {
  test('harnesses say what they are and whether they are ready', async () => {
    const { items } = await get<Wire<'HarnessList'>>('/harnesses');
    expect(items.map(({ name }) => name).slice(0, 4)).toEqual(['echo', 'chat', 'reference', 'codex']);
    expect(items.find(({ name }) => name === 'echo')?.readiness.ready).toBe(true);
    const codex = items.find(({ name }) => name === 'codex')!;
    expect(codex.readiness.ready).toBe(false);
    expect(codex.readiness.code).not.toBeNull();
  });

  test('tools come with the schema of their arguments', async () => {
    const { items } = await get<Wire<'ToolList'>>('/tools');
    expect(items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['workspace_read', 'workspace_write', 'run_command']),
    );
    for (const { schema } of items) expect(schema).toMatchObject({ type: 'object' });
  });

  test('the process says that it lives, and that its store answers', async () => {
    expect((await fetch(`${house.api.url}/health`)).status).toBe(200);
    expect(await (await fetch(`${house.api.url}/ready`)).json()).toEqual({ status: 'ready', store: 'reachable' });
  });
});
