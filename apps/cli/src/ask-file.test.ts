/** A question to a record file: the answer is that of the record as a whole, and no more of it is held than a piece. */
import { jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ask,
  commitContent,
  contentRefToCbor,
  decodeEvent,
  draftOf,
  encodeCbor,
  encodeEvent,
  encodeRecord,
  leafHash,
  mixOf,
  mixToPayload,
  parseClaim,
  rootOf,
  signCheckpoint,
  toHex,
  verifyRecord,
  type CborMap,
  type Content,
} from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import { Held } from '../../../test/held/held.ts';
import * as reading from './files/read.ts';

/** Files that were read whole. */
const whole: string[] = [];
jest.unstable_mockModule('./files/read.ts', () => ({
  ...reading,
  readBytes(path: string) {
    whole.push(path);
    return reading.readBytes(path);
  },
}));
const { askFile, askPieces } = await import('./ask-file.ts');
const { contentSource } = await import('./files/content-file.ts');

const CALLS = 600;
const PIECE = 512;
const signer = signerFromSeed(new Uint8Array(32).fill(3));
const keyring = [signer];

const contents: Content[] = Array.from({ length: CALLS }, (_, n) =>
  commitContent(
    Buffer.from(`{"path":"src/${String(n)}.ts","text":"${'line\u2028'.repeat(n % 50)}"}`),
    'application/json',
  ),
);
const line = ({ ref, salt, bytes }: Content): string =>
  JSON.stringify({
    commitment: toHex(ref.commitment),
    salt: toHex(salt),
    bytes: Buffer.from(bytes).toString('base64'),
  });

const QUESTIONS = [
  'tool:workspace_write called',
  'tool:workspace_write called with src/599.ts',
  'tool:workspace_write called with nobody wrote this',
  'tool:web_fetch called',
  'path:src/17.ts touched',
  'host:example.org reached',
  'finished by itself',
].map((question) => parseClaim(question));

let dir: string;
let file: string;
let content: string;
let events: readonly Uint8Array[];
let record: Uint8Array;

async function sealed(canonicals: readonly Uint8Array[]): Promise<Uint8Array> {
  const leaves = canonicals.map((canonical) => leafHash(canonical));
  const size = canonicals.length;
  return encodeRecord({
    events: canonicals,
    checkpoint: await signCheckpoint({ origin: 'test', root: rootOf(leaves), size }, signer),
  });
}

const OPENED: CborMap = {
  run: 'r',
  harness_kind: 'native',
  harness: 'echo',
  grant: ['workspace_write'],
  enforcement_profile: {},
};

beforeAll(async () => {
  const calls = contents.flatMap(({ ref }, n) => {
    const call = { call: n + 1, action: 'workspace_write', scope: `src/${String(n)}.ts` };
    return [
      { type: 'dispatch.start', actor: 'agent' as const, payload: { ...call, arguments: contentRefToCbor(ref) } },
      { type: 'dispatch.end', actor: 'agent' as const, payload: { ...call, outcome: 'ok' } },
    ];
  });
  const drafts = [{ type: 'run.opened', actor: 'system' as const, payload: OPENED }, ...calls];
  const mix = draftOf('provenance.mix', 'system', mixToPayload(mixOf(drafts)));
  events = [...drafts, mix].map((draft, i) =>
    encodeEvent({ ...draft, stream: 'r', seq: i + 1, time: 1n, schemaVersion: 1 }),
  );
  record = await sealed(events);
});

beforeEach(async () => {
  whole.length = 0;
  dir = await mkdtemp(join(tmpdir(), 'runseal-ask-'));
  file = join(dir, 'r.provetrail');
  content = join(dir, 'r.content.jsonl');
  await writeFile(file, record);
  await writeFile(content, contents.map((one) => `${line(one)}\n`).join(''));
});
afterEach(() => rm(dir, { recursive: true }));

const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error as { code?: unknown }).code,
  );

test('The answers are those that all events and all contents give', async () => {
  const known = new Map(contents.map(({ ref, bytes }) => [toHex(ref.commitment), bytes]));
  const all = events.map((canonical) => decodeEvent(canonical));
  for (const claim of QUESTIONS) {
    const answer = await askFile(file, claim, { keyring, content });
    expect(answer).toEqual(ask(claim, all, (commitment) => known.get(toHex(commitment))));
  }
  expect((await askFile(file, QUESTIONS[1]!, { keyring, content })).answer).toBe('yes');
  expect(whole).toEqual([]);
});

/** The same record, where whoever holds the key left something out, or let something in. */
const LEFT: [string, (all: readonly Uint8Array[]) => readonly Uint8Array[], string][] = [
  ['an event is missing', (all) => [...all.slice(0, 2), ...all.slice(3)], 'runseal.seq_gap'],
  ['its end is missing', (all) => all.slice(0, -1), 'runseal.mix_missing'],
  ['a call went past the waist', (all) => edited(all, { call: 9_999, action: 'web_fetch' }), 'gov.unadmitted_action'],
];

/** With the payload of the second event's end in place of the one that is there. */
function edited(all: readonly Uint8Array[], payload: CborMap): readonly Uint8Array[] {
  return all.map((canonical, i) => (i === 2 ? encodeEvent({ ...decodeEvent(canonical), payload }) : canonical));
}

test.each(LEFT)('Where %s, what is not on the record is not said to have been left undone', async (_, change, code) => {
  await writeFile(file, await sealed(change(events)));
  const report = await verifyRecord(await sealed(change(events)), { keyring });
  expect(report.verdicts.map((verdict) => verdict.code)).toContain(code);
  expect(report.verdicts[0]).toMatchObject({ name: 'integrity', state: 'pass' });
  const asked = (question: string) => askFile(file, parseClaim(question), { keyring, content });
  for (const question of ['tool:web_fetch called', 'host:example.org reached', 'path:src/none.ts touched']) {
    const { answer, blindSpots } = await asked(question);
    expect([question, answer]).toEqual([question, 'cannot_say']);
    expect(blindSpots[0]).toMatchObject({ surface: 'record' });
  }
  expect((await asked('tool:workspace_write called')).answer).toBe('yes');
  expect((await asked('finished by itself')).answer).not.toBe('yes');
});

test('However long the record, what is held of it is the piece at hand', async () => {
  for (const claim of [QUESTIONS[2]!, QUESTIONS[4]!]) {
    const held = new Held();
    const counted: number[] = [];
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < record.length; at += PIECE) {
        await new Promise(setImmediate);
        // Seldom: it collects all garbage of a process that may be large.
        if (at % (40 * PIECE) === 0) counted.push(held.count());
        const piece = record.slice(at, at + PIECE);
        held.watch(piece.buffer);
        yield piece;
      }
    }
    const source = contentSource(content);
    const asked = await askPieces(pieces(), claim, {
      keyring,
      contents: {
        ready: () => source.ready(),
        bytesOf(commitment) {
          const bytes = source.bytesOf(commitment);
          if (bytes !== undefined) held.watch(bytes.buffer);
          return bytes;
        },
        close: () => source.close(),
      },
    });
    source.close();
    expect(asked.report.verdicts[0]).toMatchObject({ name: 'integrity', state: 'pass' });
    expect(counted.length).toBeGreaterThan(6);
    // A few pieces, and the contents of their events.
    expect(Math.max(...counted)).toBeLessThan(8);
  }
});

test('A record that was changed is not asked, and one of another producer cannot be', async () => {
  const about = { keyring, content };
  const changed = record.slice();
  changed[changed.length >> 1]! ^= 1;
  await writeFile(file, changed);
  expect(await codeOf(askFile(file, QUESTIONS[0]!, about))).toBe('not_authentic');
  expect(whole).toEqual([file]);
  await writeFile(file, record.subarray(0, record.length - 10));
  expect(await codeOf(askFile(file, QUESTIONS[0]!, about))).toBe('not_authentic');
  await writeFile(file, record);
  expect(await codeOf(askFile(file, QUESTIONS[0]!, { ...about, keyring: [] }))).toBe('not_authentic');
  expect(await codeOf(askFile(join(dir, 'r'), QUESTIONS[0]!, about))).toBe('file_missing');
  expect(await codeOf(askFile(dir, QUESTIONS[0]!, about))).toBe('file_is_directory');
});

test('Events that are sound, and this program cannot read, make the record a foreign one', async () => {
  const fields = { stream: 'r', seq: 1, time: 1, type: 'x', actor: 'agent', payload: {}, schema_version: 2n ** 60n };
  const far = encodeCbor(fields);
  await writeFile(file, await sealed([far]));
  const code = await codeOf(askFile(file, QUESTIONS[0]!, { keyring, content }));
  expect(code).toBe('foreign_record');
});

test('A pipe is read once, and gives the same answers', async () => {
  const claim = QUESTIONS[1]!;
  const expected = await askFile(file, claim, { keyring, content });
  const pipes = { record: join(dir, 'record'), content: join(dir, 'content') };
  for (const pipe of Object.values(pipes)) execFileSync('mkfifo', [pipe]);
  const written = Promise.all([
    writeFile(pipes.record, record),
    writeFile(pipes.content, contents.map((one) => `${line(one)}\n`).join('')),
  ]);
  expect(await askFile(pipes.record, claim, { keyring, content: pipes.content })).toEqual(expected);
  await written;
});

test('Contents are found wherever they stand, and none that is not what its commitment says', async () => {
  const [one, two, three] = contents.slice(-3) as [Content, Content, Content];
  const forged = { ...two, bytes: Buffer.from('forged') };
  const name = ({ ref }: Content): string => toHex(ref.commitment);
  await writeFile(content, `\n{}\nno json\r\n${line(one)}\r\n${line(forged)}\n${line(one)}\n${line(three)}`);
  const source = contentSource(content);
  await source.ready();
  expect(Buffer.from(source.bytesOf(name(one))!).equals(one.bytes)).toBe(true);
  expect(source.bytesOf(name(two))).toBeUndefined();
  expect(Buffer.from(source.bytesOf(name(three))!).equals(three.bytes)).toBe(true);
  // Changed since it was first read.
  await writeFile(content, `\n{}\nno json\r\n${line(forged)}`);
  expect(source.bytesOf(name(one))).toBeUndefined();
  expect(source.bytesOf(name(three))).toBeUndefined();
  source.close();
  await appendFile(content, `\n${line(two)}`);
  const again = contentSource(content);
  await again.ready();
  expect(Buffer.from(again.bytesOf(name(two))!).equals(two.bytes)).toBe(true);
  again.close();
  const none = contentSource(join(dir, 'none'));
  await none.ready();
  expect(none.bytesOf(name(one))).toBeUndefined();
  none.close();
});
