import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run as runInProcess } from '@runseal/cli';
import { decodeRecord, type Report } from '@runseal/spine';
import { calls, openHouse, sealed, submit, until } from './api-house.ts';
import { ended, ROOT, runseal } from './cli-process.ts';

const VECTORS = resolve(ROOT, process.env['RUNSEAL_VECTORS'] ?? '../shared/vectors/provetrail');

describe('runseal verify, offline', () => {
  let dir: string;
  let record: string;
  let keys: string;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'runseal-verify-'));
    const house = await openHouse();
    await house.worker();
    const run = await submit(house, { objective: calls(['workspace_write', { path: 'a.txt', content: 'a' }]) });
    await until(house, run, sealed);
    const exported = await runseal(['export', run, '--out', dir, '--json'], {
      RUNSEAL_URL: house.api.url,
      RUNSEAL_API_KEY: house.key,
    });
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    [record, keys] = [join(dir, `${run}.provetrail`), join(dir, 'keys.json')];
    // From here on nothing of the server exists.
    await house.close();
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('exits 3 for a whole record that nobody has witnessed', async () => {
    const { code, stdout } = await runseal(['verify', record, '--keys', keys]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/integrity +pass/);
    expect(stdout).toMatch(/independence +warn +runseal\.not_witnessed/);
    await cp(record, join(dir, 'alone.provetrail'));
    const alone = await runseal(['verify', join(dir, 'alone.provetrail'), '--keys', keys]);
    expect([alone.code, alone.stdout]).toEqual([
      3,
      expect.stringMatching(/independence +absent +runseal\.unwitnessed/),
    ]);
  });

  it('fails with a registered code for a flipped bit anywhere, and names the first bad event', async () => {
    const registered = await registeredCodes();
    const whole = await readFile(record);
    const seqAt = seqsOf(whole);
    const flipped = join(dir, 'flipped.provetrail');
    await copyFile(record.replace('.provetrail', '.leaves'), join(dir, 'flipped.leaves'));
    for (let at = 0; at < whole.length; at += 5) {
      const bytes = Uint8Array.from(whole);
      bytes[at]! ^= 1 << (at % 8);
      await writeFile(flipped, bytes);
      const { code, report } = await verify(flipped, keys);
      const integrity = report.verdicts.find(({ name }) => name === 'integrity');
      expect({ at, code, state: integrity?.state, registered: registered.has(integrity?.code ?? '') }).toEqual({
        at,
        code: 1,
        state: 'fail',
        registered: true,
      });
      if (seqAt(at) > 0) expect({ at, firstBadSeq: integrity?.firstBadSeq }).toEqual({ at, firstBadSeq: seqAt(at) });
    }
  });

  it('says the same in a process of its own, and that leaf hashes beside the record helped', async () => {
    const bytes = await readFile(record);
    const third = decodeRecord(bytes).events[2]!;
    bytes[third.byteOffset - bytes.byteOffset + third.length - 1]! ^= 1;
    const bad = join(dir, 'flipped.provetrail');
    await writeFile(bad, bytes);
    const { code, stdout } = await runseal(['verify', bad, '--keys', keys]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/integrity +fail +\S+ +seq 3 /);
    expect(stdout).toContain('flipped.leaves');
  });

  it('fails for a cut record and for one with something behind it', async () => {
    const whole = await readFile(record);
    const bad = join(dir, 'flipped.provetrail');
    for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 100), Buffer.concat([whole, Buffer.from([0])])]) {
      await writeFile(bad, bytes);
      expect(await verify(bad, keys)).toMatchObject({ code: 1 });
    }
  });

  it.each([
    ['a missing file', ['nowhere.provetrail'], 4, 'file_missing'],
    ['a directory', ['.'], 4, 'file_is_directory'],
    ['a missing key file', ['RECORD', '--keys', 'nowhere.json'], 4, 'file_missing'],
    ['a key that is none', ['RECORD', '--key', 'abc'], 2, 'key_invalid'],
    ['leaf hashes that are none', ['RECORD', '--leaves', 'package.json'], 4, 'leaves_invalid'],
    ['no file at all', [], 2, 'usage'],
    ['an unknown option', ['RECORD', '--trust-me'], 2, 'usage'],
  ])('says what is wrong with %s', async (_, args, code, error) => {
    const ran = await runseal(['verify', '--json', ...args.map((arg) => (arg === 'RECORD' ? record : arg))]);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: '' });
    expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code: error } });
  });

  it('writes no colours into a pipe', async () => {
    expect((await runseal(['verify', record, '--keys', keys])).stdout).not.toContain('\u001b');
  });

  it('colours a terminal unless NO_COLOR is set', async () => {
    expect(await screenOf(['verify', record, '--keys', keys], {})).toContain('\u001b[32mpass');
    expect(await screenOf(['verify', record, '--keys', keys], { NO_COLOR: '1' })).not.toContain('\u001b');
  });
});

describe('runseal vectors', () => {
  it('prints 65 of 65', async () => {
    expect(await runseal(['vectors', VECTORS])).toEqual(
      expect.objectContaining({ code: 0, stdout: '65 of 65\n', stderr: '' }),
    );
    expect((await runseal(['vectors', VECTORS, '--json'])).json()).toMatchObject({
      passed: 65,
      total: 65,
      conforms: true,
      misses: [],
    });
  });

  it('fails and names the vector when one does not reach its verdict', async () => {
    const suite = await mkdtemp(join(tmpdir(), 'runseal-suite-'));
    try {
      await cp(VECTORS, suite, { recursive: true });
      await ended('chmod', ['-R', 'u+w', suite]);
      const manifest = join(suite, 'structural', 'manifest.json');
      await writeFile(
        manifest,
        (await readFile(manifest, 'utf8')).replace(
          '"valid.minimal.01",\n      "expect": "accept"',
          '"valid.minimal.01",\n      "expect": "reject",\n      "failure_code": "enc.decode"',
        ),
      );
      const { code, stdout } = await runseal(['vectors', suite]);
      expect(code).toBe(1);
      expect(stdout).toMatch(/valid\.minimal\.01 +L1 +enc\.decode +accept/);
      expect(stdout).toMatch(/^64 of 65$/m);
    } finally {
      await rm(suite, { recursive: true });
    }
  });

  it('says so when the folder holds no vectors', async () => {
    expect(await runseal(['vectors', tmpdir(), '--json'])).toMatchObject({ code: 4, stdout: '' });
  });
});

/** The same command in this process: thousands of records would otherwise be thousands of processes. */
async function verify(file: string, keys: string): Promise<{ code: number; report: Report }> {
  let stdout = '';
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
    env: {},
    signal: new AbortController().signal,
  };
  const code = await runInProcess(['verify', file, '--keys', keys, '--json'], io);
  return { code, report: JSON.parse(stdout) as Report };
}

async function screenOf(args: string[], env: Record<string, string>): Promise<string> {
  let stdout = '';
  const sink = { write: (text: string) => (stdout += text), isTTY: true };
  await runInProcess(args, { stdout: sink, stderr: { write: () => true }, env, signal: new AbortController().signal });
  return stdout;
}

async function registeredCodes(): Promise<Set<string>> {
  const registry = JSON.parse(await readFile(join(VECTORS, 'registry.json'), 'utf8')) as { codes: { code: string }[] };
  return new Set(registry.codes.map(({ code }) => code));
}

/** Which event a byte of the record belongs to, counted from 1; 0 for the container and the checkpoint. */
function seqsOf(record: Uint8Array): (at: number) => number {
  const spans = decodeRecord(record).events.map(
    (event) => [event.byteOffset - record.byteOffset, event.length] as const,
  );
  return (at) => spans.findIndex(([start, length]) => at >= start && at < start + length) + 1;
}

test.each([
  ['', (text: string) => text.includes('(output_unwritable)')],
  [' --json', (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code === 'output_unwritable'],
])('What cannot be written is said so, and is no verdict%s', async (option, told) => {
  const bin = join(ROOT, 'apps', 'cli', 'bin', 'runseal.mjs');
  // Its stdout can be read only.
  const line = `"${process.execPath}" "${bin}" vectors "${VECTORS}"${option} 1</dev/null`;
  const { code, stderr } = await ended('/bin/sh', ['-c', line]);
  expect({ code, told: told(stderr) }).toEqual({ code: 4, told: true });
});
