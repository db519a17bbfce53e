import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitContent, toHex, type Content } from '@runseal/spine';
import { readContentDigests } from './content-digests.ts';

const [asked, forged, absent, other] = ['asked', 'forged', 'absent', 'other'].map((text) =>
  commitContent(Buffer.from(text), 'text/plain'),
) as [Content, Content, Content, Content];
const name = ({ ref }: Content): string => toHex(ref.commitment);
const line = (of: Content, more: object = {}): string =>
  JSON.stringify({
    commitment: name(of),
    salt: toHex(of.salt),
    bytes: Buffer.from(of.bytes).toString('base64'),
    media: of.ref.media,
    ...more,
  });

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runseal-digests-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('Digests are those of contents that were asked after and are what their commitments say', async () => {
  const file = join(dir, 'content.jsonl');
  const upper = line(asked, { commitment: name(asked).toUpperCase() });
  await writeFile(file, ['', 'no json', line(forged, { bytes: 'AAAA' }), upper, line(other)].join('\n'));
  const digests = await readContentDigests(file, [name(asked), name(asked), name(forged), name(absent)]);
  expect(toHex(digests.get(name(asked))!)).toBe(createHash('sha256').update('asked').digest('hex'));
  for (const one of [forged, absent, other]) expect(digests.get(name(one))).toBeUndefined();
});

test('A file that is not there has no contents', async () => {
  const digests = await readContentDigests(join(dir, 'none'), [name(asked)]);
  expect(digests.get(name(asked))).toBeUndefined();
});
