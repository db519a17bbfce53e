/** What lies beside a record, and is not what it should be: it is judged, and the other verdicts are told. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeEvent, encodeRecord, leafHash, rootOf, signCheckpoint, type Report } from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import { run } from '../run.ts';

const signer = signerFromSeed(new Uint8Array(32).fill(3));
let dir: string;
let record: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runseal-verify-'));
  record = join(dir, 'r.provetrail');
  const canonical = encodeEvent({
    ...{ stream: 'r', seq: 1, time: 1n, type: 'note', actor: 'agent', payload: {}, schemaVersion: 1 },
  });
  const root = rootOf([leafHash(canonical)]);
  const checkpoint = await signCheckpoint({ origin: 'test', root, size: 1 }, signer);
  await writeFile(record, encodeRecord({ events: [canonical], checkpoint }));
});
afterEach(() => rm(dir, { recursive: true }));

async function verify(...options: string[]) {
  let [stdout, stderr] = ['', ''];
  const code = await run(['verify', record, '--key', signer.keyId, '--json', ...options], {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: { RUNSEAL_PINS: join(dir, 'pins.json') },
    signal: new AbortController().signal,
  });
  expect(stderr).toBe('');
  const { verdicts } = JSON.parse(stdout) as Report;
  return { code, verdicts: verdicts.map(({ name, state, code: why }) => [name, state, why]) };
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1\nindex 0\n\n';

test.each<[string, string, string, Uint8Array]>([
  ['A receipt that is no UTF-8', 'r.tlog-proof', 'runseal.receipt_invalid', Buffer.of(0xff, 0xfe, 0x00)],
  [
    'A receipt with a byte that is no UTF-8 at its end',
    'r.tlog-proof',
    'runseal.receipt_invalid',
    Buffer.concat([Buffer.from(FIRST_LINE), Buffer.of(0xff)]),
  ],
  ['A receipt that is empty', 'r.tlog-proof', 'runseal.receipt_invalid', Buffer.of()],
  [
    'A receipt that is far too long',
    'r.tlog-proof',
    'runseal.receipt_invalid',
    Buffer.from(`${FIRST_LINE}${'x\n'.repeat(4_000_000)}`),
  ],
  ['A time token that is none', 'r.tst', 'runseal.time_malformed', Buffer.of(1, 2, 3)],
  ['A time token that is far too long', 'r.tst', 'runseal.time_malformed', Buffer.alloc(8_000_000)],
])('%s fails independence, and the other verdicts are told', async (_, name, why, bytes) => {
  await writeFile(join(dir, name), bytes);
  const { code, verdicts } = await verify();
  expect(code).toBe(1);
  expect(verdicts).toContainEqual(['integrity', 'pass', null]);
  expect(verdicts).toContainEqual(['independence', 'fail', why]);
  const option = name.endsWith('.tst') ? '--time-token' : '--receipt';
  expect((await verify(option, join(dir, name))).verdicts).toEqual(verdicts);
});

test('Without anything beside it a record is judged alone', async () => {
  const { code, verdicts } = await verify();
  expect(code).toBe(3);
  expect(verdicts).toContainEqual(['independence', 'absent', 'runseal.unwitnessed']);
});
