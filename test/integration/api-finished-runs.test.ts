import { createHash } from 'node:crypto';
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
import { eventsOf, LETTER, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

const get = async <T>(path: string): Promise<T> => (await (await house.ask(`/api/v1${path}`)).json()) as T;
const post = (path: string, body?: object) =>
  house.ask(`/api/v1${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
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
