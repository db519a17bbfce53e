/** Contents beside a record: a changed word, a stranger and a line that is none are all found, and nothing else is blamed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commitContent,
  contentRefToCbor,
  encodeEvent,
  encodeRecord,
  leafHash,
  rootOf,
  signCheckpoint,
  toHex,
  type Content,
} from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import { encodeSlice } from '@runseal/spine/slice';
import { checkContents } from './check-contents.ts';

const [first, second, third, stranger] = ['one', 'two', 'three', 'four'].map((text, n) =>
  commitContent(Buffer.from(text), 'text/plain', new Uint8Array(32).fill(n)),
) as [Content, Content, Content, Content];
const line = ({ ref, salt, bytes }: Content): string =>
  `${JSON.stringify({
    commitment: toHex(ref.commitment),
    salt: toHex(salt),
    bytes: Buffer.from(bytes).toString('base64'),
    media: ref.media,
  })}\n`;

let dir: string;
let record: string;
let events: Uint8Array[];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runseal-contents-'));
  record = join(dir, 'r.provetrail');
  events = [[first, second], [third], [first]].map((contents, i) =>
    encodeEvent({
      stream: 'r',
      seq: i + 1,
      time: 1n,
      schemaVersion: 1,
      type: 'dispatch.end',
      actor: 'system',
      payload: { call: 1, said: contents.map(({ ref }) => contentRefToCbor(ref)) },
    }),
  );
  const checkpoint = await signCheckpoint(
    { origin: 'r', root: rootOf(events.map((event) => leafHash(event))), size: events.length },
    signerFromSeed(new Uint8Array(32)),
  );
  await writeFile(record, encodeRecord({ events, checkpoint }));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Line and code of each fault. */
async function judged(text: string | Uint8Array): Promise<{ counts: number[]; faults: string[] }> {
  await writeFile(join(dir, 'r.content.jsonl'), text);
  const { named, here, faults, found } = (await checkContents(record, undefined))!;
  expect(found).toBe(faults.length);
  return { counts: [named, here], faults: faults.map((fault) => `${fault.line} ${fault.code}`) };
}

test('All that is named is here, in any order; what was erased is counted and no fault', async () => {
  expect(await judged([third, first, second].map(line).join(''))).toEqual({ counts: [3, 3], faults: [] });
  expect(await judged(`${line(second)}\n${line(second)}`)).toEqual({ counts: [3, 1], faults: [] });
  expect(await judged('')).toEqual({ counts: [3, 0], faults: [] });
});

test('Other words, another media type, a stranger and a line that is none are each named', async () => {
  const other = line(second).replace(Buffer.from('two').toString('base64'), Buffer.from('TWO').toString('base64'));
  expect(await judged(line(first) + other)).toEqual({ counts: [3, 1], faults: ['2 content_altered'] });
  const media = line(first).replace('text/plain', 'text/html');
  expect(await judged(media + line(second))).toEqual({ counts: [3, 1], faults: ['1 content_altered'] });
  expect(await judged(line(stranger) + line(third))).toEqual({ counts: [3, 1], faults: ['1 content_unnamed'] });
  expect(await judged(`null\n{}\nwords\n[1]\n${line(third)}`)).toEqual({
    counts: [3, 1],
    faults: [1, 2, 3, 4].map((n) => `${n} content_unreadable`),
  });
});

test('A line that two readers could understand differently is none', async () => {
  const [good, bytes] = [line(first).trim(), Buffer.from('one').toString('base64')];
  const twice = (key: string, value: string): string =>
    good.replace('{', `{${JSON.stringify(key)}:${JSON.stringify(value)},`);
  const other = Buffer.from('ONE').toString('base64');
  const lines = [twice('bytes', other), twice('media', 'text/html'), twice('x', 'y'), good.replace(bytes, `${bytes}!`)];
  expect(await judged(lines.join('\n'))).toEqual({
    counts: [3, 1],
    faults: [1, 2, 4].map((n) => `${n} content_unreadable`),
  });
  const spaced = JSON.stringify(JSON.parse(good), null, 1).replaceAll('\n', ' ');
  expect(await judged(spaced)).toEqual({ counts: [3, 1], faults: [] });
});

test('Every flipped bit is found, or changes nothing of what the file says', async () => {
  const whole = Buffer.from([first, third].map(line).join(''));
  const said = (text: Uint8Array): string => {
    const of = (one: string): unknown[] => {
      const { commitment, salt, bytes, media } = JSON.parse(one) as Record<string, string>;
      return [commitment!.toLowerCase(), salt!.toLowerCase(), Buffer.from(bytes!, 'base64').toString('hex'), media];
    };
    return JSON.stringify(
      Buffer.from(text)
        .toString()
        .split('\n')
        .filter((one) => one !== '')
        .map(of),
    );
  };
  let harmless = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const bytes = Uint8Array.from(whole);
    bytes[at]! ^= 1 << (at % 8);
    const { faults } = await judged(bytes);
    if (faults.length > 0) continue;
    harmless += 1;
    expect({ at, said: said(bytes) }).toEqual({ at, said: said(whole) });
  }
  expect(harmless).toBeLessThan(whole.length / 10);
});

test('A slice names what its own events name, and no more', async () => {
  const slice = join(dir, 'r.2.slice');
  await writeFile(
    slice,
    encodeSlice({
      size: 3,
      indexes: [1],
      events: [events[1]!],
      hashes: [leafHash(events[0]!), leafHash(events[2]!)],
      checkpoint: new Uint8Array(1),
    }),
  );
  await writeFile(join(dir, 'r.2.content.jsonl'), line(third) + line(first));
  expect(await checkContents(slice, undefined)).toMatchObject({
    named: 1,
    here: 1,
    faults: [{ line: 2, code: 'content_unnamed' }],
  });
});

test('Where no file lies beside the record there is nothing to say; one that was asked for must be there', async () => {
  const alone = join(dir, 'alone.provetrail');
  await writeFile(alone, encodeRecord({ events, checkpoint: new Uint8Array(1) }));
  expect(await checkContents(alone, undefined)).toBeNull();
  await expect(checkContents(alone, join(dir, 'none'))).rejects.toMatchObject({ code: 'file_missing' });
});
