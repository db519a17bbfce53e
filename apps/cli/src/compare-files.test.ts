/** Two record files side by side: the same bytes as from all events and contents at once, and no more held than a piece. */
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commitContent,
  compareRuns,
  contentRefToCbor,
  decodeEvent,
  decodeRecord,
  encodeCbor,
  encodeEvent,
  encodeRecord,
  leafHash,
  rootOf,
  signCheckpoint,
  toHex,
  verifyRecord,
  type Content,
  type EventDraft,
  type SpineEvent,
} from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import { encodeSlice } from '@runseal/spine/slice';
import { Held } from '../../../test/held/held.ts';
import * as contentLines from './files/contents.ts';
import * as reading from './files/read.ts';

/** Files that were read whole. */
const whole: string[] = [];
/** Bytes of a piece, and what is done between two of them. */
let pieceBytes = 100;
let between: (piece: Uint8Array) => Promise<void> | void = () => undefined;
let opened: (bytes: Uint8Array) => void = () => undefined;

jest.unstable_mockModule('./files/read.ts', () => ({
  ...reading,
  readBytes(path: string) {
    whole.push(path);
    return reading.readBytes(path);
  },
  async *pieces(path: string) {
    for await (const part of reading.pieces(path))
      for (let at = 0; at < part.length; at += pieceBytes) {
        const piece = part.slice(at, at + pieceBytes);
        await between(piece);
        yield piece;
      }
  },
}));
jest.unstable_mockModule('./files/contents.ts', () => ({
  ...contentLines,
  contentOnLine(line: string) {
    const content = contentLines.contentOnLine(line);
    if (content !== null) opened(content.bytes);
    return content;
  },
}));
const { compareFiles } = await import('./compare-files.ts');
const { documentPieces } = await import('./render/document.ts');

const signer = signerFromSeed(new Uint8Array(32).fill(3));
const stranger = signerFromSeed(new Uint8Array(32).fill(4));
const keyring = [signer];

const eventsOf = (drafts: readonly EventDraft[]): SpineEvent[] =>
  drafts.map((draft, i) => ({ ...draft, stream: 'r', seq: i + 1, time: 1n, schemaVersion: 1 }));

async function sealed(canonicals: readonly Uint8Array[], by = signer): Promise<Uint8Array> {
  const root = rootOf(canonicals.map((canonical) => leafHash(canonical)));
  const checkpoint = await signCheckpoint({ origin: 'test', root, size: canonicals.length }, by);
  return encodeRecord({ events: canonicals, checkpoint });
}

const record = (drafts: readonly EventDraft[], by = signer): Promise<Uint8Array> =>
  sealed(
    eventsOf(drafts).map((event) => encodeEvent(event)),
    by,
  );

const text = (of: string, salt: number): Content =>
  commitContent(Buffer.from(of), 'text/plain', new Uint8Array(32).fill(salt));
const line = ({ ref, salt, bytes }: Content): string =>
  JSON.stringify({
    commitment: toHex(ref.commitment),
    salt: toHex(salt),
    bytes: Buffer.from(bytes).toString('base64'),
    media: ref.media,
  });

let dir: string;
let files: { readonly left: string; readonly right: string };

beforeEach(async () => {
  whole.length = 0;
  pieceBytes = 100;
  between = () => undefined;
  opened = () => undefined;
  dir = await mkdtemp(join(tmpdir(), 'runseal-compare-'));
  files = { left: join(dir, 'l.provetrail'), right: join(dir, 'r.provetrail') };
});
afterEach(() => rm(dir, { recursive: true }));

/** What a comparison of all events and all contents at once prints. */
async function atOnce(left: string, right: string): Promise<string> {
  const side = async (file: string) => {
    const bytes = await reading.readBytes(file);
    return {
      report: await verifyRecord(bytes, { keyring }),
      events: decodeRecord(bytes).events.map((canonical) => decodeEvent(canonical)),
      contents: await contentLines.readContents(contentLines.contentBeside(file)),
    };
  };
  const sides = { left: await side(left), right: await side(right) };
  const compared = compareRuns(sides.left.events, sides.right.events, (of, commitment) =>
    sides[of].contents.get(toHex(commitment)),
  );
  const reports = { left: sides.left.report, right: sides.right.report };
  return `${JSON.stringify({ ...compared, reports }, null, 2)}\n`;
}

const printed = async (left: string, right: string): Promise<string> =>
  [...documentPieces(await compareFiles(left, right, { keyring }))].join('');

const codeOf = (compared: Promise<unknown>): Promise<unknown> =>
  compared.then(
    () => 'compared',
    (error: unknown) => (error as { code?: unknown }).code,
  );

const TEXTS = ['', 'same', 'else', 'x'.repeat(700)];
const anyContent = fc
  .tuple(fc.constantFrom(...TEXTS), fc.integer({ min: 1, max: 3 }))
  .map(([of, salt]) => text(of, salt));
const anyRef = fc.oneof(
  { arbitrary: anyContent.map(({ ref }) => contentRefToCbor(ref)), weight: 6 },
  fc.constantFrom(null, 3, {}, { commitment: new Uint8Array(3), bytes: 'x' }, { commitment: 'aa', bytes: 4 }),
);
const anyCall = fc.record(
  {
    call: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 6 }), weight: 9 }, fc.constantFrom('1', null)),
    action: fc.constantFrom('workspace_write', 'web_fetch', 7),
    scope: fc.constantFrom('a.txt', 'b.txt', '\u2028'),
    arguments: anyRef,
    result: anyRef,
    outcome: fc.constantFrom('ok', 'error', null),
  },
  { requiredKeys: ['call'] },
);
const anyDraft: fc.Arbitrary<EventDraft> = fc
  .oneof(
    {
      arbitrary: fc.tuple(fc.constantFrom('dispatch.start', 'dispatch.end', 'dispatch.rejected'), anyCall),
      weight: 6,
    },
    fc.tuple(
      fc.constantFrom('provenance.gap', 'provenance.attested', 'provenance.mix', 'run.opened', 'other'),
      fc.record({
        surface: fc.constantFrom('shell', 'egress', 4),
        reason: fc.constantFrom('lost', 'x', null),
        lost: fc.constantFrom(2, 'no'),
        enforcement_profile: fc.constantFrom({ shell: 'denied' }, { shell: 'contained', egress: 'denied' }, 'odd'),
      }),
    ),
  )
  .map(([type, payload]) => ({ type, actor: 'agent', payload: payload }));
const anySide = fc.record({
  drafts: fc.array(anyDraft, { minLength: 1, maxLength: 25 }),
  contents: fc.array(anyContent, { maxLength: 12 }),
  forged: fc.array(anyContent, { maxLength: 2 }),
  by: fc.constantFrom(signer, signer, signer, stranger),
});

test('Any two records compare to the same bytes as all their events and contents at once', async () => {
  await fc.assert(
    fc.asyncProperty(anySide, anySide, fc.integer({ min: 1, max: 700 }), async (left, right, bytes) => {
      pieceBytes = bytes;
      for (const [file, { drafts, contents, forged, by }] of [
        [files.left, left],
        [files.right, right],
      ] as const) {
        await writeFile(file, await record(drafts, by));
        const lines = [
          ...contents.map(line),
          ...forged.map((one) => line({ ...one, bytes: Buffer.from('forged') })),
          'no json',
        ];
        await writeFile(contentLines.contentBeside(file), lines.join('\n'));
      }
      whole.length = 0;
      expect(await printed(files.left, files.right)).toBe(await atOnce(files.left, files.right));
      expect(whole).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

/** Of ten events one begins a call and one ends it, and each has its own contents. */
function longRun(
  salt: number,
  calls: number,
): { readonly drafts: readonly EventDraft[]; readonly contents: Content[] } {
  const contents = Array.from({ length: 2 * calls }, (_, n) => text(`${String(n)} ${'content '.repeat(40)}`, salt));
  const drafts = Array.from({ length: 10 * calls }, (_, n): EventDraft => {
    const call = Math.floor(n / 10);
    const told = contentRefToCbor(contents[2 * call]!.ref);
    const got = contentRefToCbor(contents[2 * call + 1]!.ref);
    if (n % 10 === 3)
      return { type: 'dispatch.start', actor: 'agent', payload: { call, scope: `s${String(call)}`, arguments: told } };
    if (n % 10 === 5) return { type: 'dispatch.end', actor: 'agent', payload: { call, outcome: 'ok', result: got } };
    return { type: 'provenance.attested', actor: 'agent', payload: { summary: 'x'.repeat(60) } };
  });
  return { drafts, contents };
}

test('However long the records, what is held of them is the piece at hand', async () => {
  const calls = 150;
  for (const [file, salt] of [
    [files.left, 1],
    [files.right, 2],
  ] as const) {
    const { drafts, contents } = longRun(salt, calls);
    await writeFile(file, await record(drafts));
    await writeFile(contentLines.contentBeside(file), contents.map(line).join('\n'));
  }
  pieceBytes = 2_000;
  const held = new Held();
  const counted: number[] = [];
  let passed = 0;
  opened = (bytes) => held.watch(bytes.buffer);
  between = async (piece) => {
    await new Promise(setImmediate);
    // Seldom: it collects all garbage of a process that may be large.
    if (passed++ % 40 === 0) counted.push(held.count());
    held.watch(piece.buffer);
  };
  const { dispatches } = await compareFiles(files.left, files.right, { keyring });
  const pairs = [...dispatches];
  expect(pairs).toHaveLength(calls);
  expect(pairs.every(({ sameArguments, sameResult }) => sameArguments === true && sameResult === true)).toBe(true);
  expect(counted.length).toBeGreaterThan(10);
  // A few pieces, and the contents on the lines of one.
  expect(Math.max(...counted)).toBeLessThan(16);
  expect(whole).toEqual([]);
});

test('What ails a record that cannot be read is told as from the whole of it', async () => {
  const good = await record([{ type: 'a', actor: 'agent', payload: {} }]);
  await writeFile(files.left, good);
  await writeFile(files.right, good.subarray(0, good.length - 10));
  expect(await codeOf(compareFiles(files.left, files.right, { keyring }))).toBe('record.decode');
  expect(await codeOf(compareFiles(files.right, files.left, { keyring }))).toBe('record.decode');
  expect(whole).toEqual([files.right, files.right]);
  await writeFile(files.right, Buffer.concat([good, Buffer.from('more')]));
  expect(await codeOf(compareFiles(files.left, files.right, { keyring }))).toBe('record.decode');
  await writeFile(files.right, '');
  expect(await codeOf(compareFiles(files.left, files.right, { keyring }))).toBe('not_a_record');
  const fields = { stream: 'r', seq: 1, time: 1, type: 'x', actor: 'agent', payload: {}, schema_version: 2n ** 60n };
  await writeFile(files.right, await sealed([encodeCbor(fields)]));
  expect(await codeOf(compareFiles(files.left, files.right, { keyring }))).toBe('runseal.beyond_safe_integer');
  await writeFile(files.right, encodeSlice({ ...decodeRecord(good), size: 1, indexes: [0], hashes: [] }));
  expect(await codeOf(compareFiles(files.left, files.right, { keyring }))).toBe('file_is_slice');
  await writeFile(files.right, 'PK\x03\x04 and more');
  expect(await codeOf(compareFiles(files.left, files.right, { keyring }))).toBe('file_is_zip');
  expect(await codeOf(compareFiles(files.left, join(dir, 'none'), { keyring }))).toBe('file_missing');
  expect(await codeOf(compareFiles(files.left, dir, { keyring }))).toBe('file_is_directory');
});

test('Pipes are read once, and compare like files', async () => {
  const told = text('told', 1);
  const start: EventDraft = {
    type: 'dispatch.start',
    actor: 'agent',
    payload: { call: 1, arguments: contentRefToCbor(told.ref) },
  };
  await writeFile(files.left, await record([start]));
  await writeFile(contentLines.contentBeside(files.left), line(told));
  const expected = await printed(files.left, files.left);
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe, contentLines.contentBeside(pipe)]);
  const written = Promise.all([
    writeFile(pipe, await record([start])),
    writeFile(contentLines.contentBeside(pipe), line(told)),
  ]);
  expect(await printed(files.left, pipe)).toBe(expected);
  await written;
});

test('Nobody who went away is worked for', async () => {
  const { drafts } = longRun(1, 40);
  await writeFile(files.left, await record(drafts));
  const gone = new AbortController();
  between = () => gone.abort(new Error('gone'));
  await expect(compareFiles(files.left, files.left, { keyring, signal: gone.signal })).rejects.toThrow('gone');
});
