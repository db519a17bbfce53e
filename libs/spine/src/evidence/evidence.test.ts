import { createHash } from 'node:crypto';
import { commitContent } from '../content.ts';
import { draftOf } from '../draft.ts';
import type { SpineEvent } from '../event.ts';
import { toHex } from '../bytes.ts';
import type { Report } from '../verdicts.ts';
import { mixOf, mixToPayload } from '../tiers.ts';
import { bagTags, CoverageFacts, coverageText, parseManifest, reportHtml, type Coverage } from './index.ts';

const content = commitContent(Buffer.from('x'), 'text/plain');
const events: SpineEvent[] = [
  draftOf('goal.submitted', 'human', { principal: '<img src=x onerror=alert(1)>', goal: content.ref }),
  draftOf('provenance.gap', 'system', {
    surface: 'egress',
    reason: 'not_observable',
    count: 3,
    frames: [],
    calls: [],
    detail: '',
  }),
].map((draft, i) => ({ ...draft, stream: 'r', seq: i + 1, time: 1n, schemaVersion: 1 }));
const report: Report = {
  format: 'runseal-report/1',
  run: 'r',
  events: 2,
  root: null,
  origin: null,
  keyId: null,
  verdicts: [
    { name: 'integrity', state: 'pass', code: null, sentence: 'fine', firstBadSeq: null },
    {
      name: 'independence',
      state: 'absent',
      code: 'runseal.unwitnessed',
      sentence: 'nobody\u001b[2J saw',
      firstBadSeq: null,
    },
  ],
  mix: null,
  vouches: null,
};
const textOf = (files: ReturnType<typeof bagTags>, path: string): string =>
  Buffer.from(files.find((file) => file.path === path)!.bytes).toString('utf8');

function covered(...included: string[]): Coverage {
  const facts = new CoverageFacts();
  for (const event of events) facts.see(event);
  for (const commitment of included) facts.include(commitment);
  return facts.coverage(report);
}

test('A bag names every file with its SHA-256 and counts its payload', () => {
  const sha256 = createHash('sha256').update('hello').digest('hex');
  const files = bagTags([{ path: 'a%b\r\nc', bytes: 5, sha256 }], [['External-Identifier', 'r\nEvil: yes']]);
  expect(textOf(files, 'manifest-sha256.txt')).toBe(`${sha256}  data/a%25b%0D%0Ac\n`);
  expect(textOf(files, 'bag-info.txt')).toBe('External-Identifier: r Evil: yes\nPayload-Oxum: 5.1\n');
  expect(textOf(files, 'bagit.txt')).toBe('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
  for (const name of ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt']) {
    const hash = createHash('sha256').update(textOf(files, name)).digest('hex');
    expect(textOf(files, 'tagmanifest-sha256.txt')).toContain(`${hash}  ${name}\n`);
  }
});

test('Limits name every gap, every verdict that does not pass and every content that is missing', () => {
  const without = covered();
  expect(without.contents).toEqual({ named: 1, included: 0, missing: [toHex(content.ref.commitment)] });
  expect(without.limits.join('\n')).toMatch(
    /independence is absent[\s\S]*gap in egress[\s\S]*1 of the contents[\s\S]*erasing content leaves it/,
  );
  const included = covered(toHex(content.ref.commitment), 'ff'.repeat(32));
  expect(included.contents).toEqual({ named: 1, included: 1, missing: [] });
  expect(included.limits.join('\n')).not.toMatch(/of the contents|erasing content leaves it/);
});

test('Verdicts that are held back by the same thing are one limit', () => {
  const facts = new CoverageFacts();
  for (const event of events) facts.see(event);
  const absent = {
    state: 'absent',
    code: 'runseal.not_authentic',
    sentence: 'Not judged.',
    firstBadSeq: null,
  } as const;
  const verdicts = (['completeness', 'ground_truth', 'provenance'] as const).map((name) => ({ name, ...absent }));
  expect(facts.coverage({ ...report, verdicts }).limits[0]).toBe(
    'The verdicts on completeness, ground truth and provenance are absent: Not judged.',
  );
});

test('Tiers are counted as the closing mix counts them: without itself', () => {
  const facts = new CoverageFacts();
  const mix = draftOf('provenance.mix', 'system', mixToPayload(mixOf(events)));
  for (const event of [...events, { ...mix, stream: 'r', seq: 3, time: 1n, schemaVersion: 1 }]) facts.see(event);
  const coverage = facts.coverage(report);
  expect({ events: coverage.events, tiers: coverage.tiers }).toEqual({ events: 3, tiers: mixOf(events).tiers });
  expect(coverageText(coverage, report)).toContain(
    'Events: 3, of which 1 enforced, 0 attested, 1 unobserved, and the count of these that closes the run.',
  );
});

test('A manifest of others is read line by line, and what leads out of the bag is no entry', () => {
  const sha256 = 'AB'.repeat(32);
  const text = ['data/a%0Ab', '*data/c d', '/etc/passwd', 'data/../x', 'data\\x', 'c:/x', 'data/c d', '']
    .map((path) => `${sha256}  ${path}`)
    .join('\r\n');
  expect(parseManifest(`${text}\r\n\nhello\n`)).toMatchObject({
    entries: ['data/a\nb', 'data/c d'].map((path) => ({ path, sha256: sha256.toLowerCase() })),
    faults: [3, 4, 5, 6, 7, 8, 9, 10].map((line) => ({ line })),
  });
});

test('What is not 64 hex digits and a path is no line of a manifest, and what may not be opened is no path', () => {
  const sha256 = 'ab'.repeat(32);
  const read = (line: string) => parseManifest(line);
  for (const line of [
    ...[sha256, `${sha256} `, `${sha256}data/x`, ` ${sha256}  data/x`, `x${sha256}  data/x`, `${sha256}0  data/x`],
    ...[`${sha256.slice(1)}  data/x`, `${sha256.slice(1)}g  data/x`, 'data/x', `${sha256}\u00a0`],
    ...['..', '.', 'a/..', 'a/./b', '../a', 'a//b', '/a', 'a/', 'a\\b', 'C:a', 'a\0b', '%2e%2e%0a/../a'].map(
      (path) => `${sha256}  ${path}`,
    ),
  ])
    expect([line, read(line)]).toEqual([
      line,
      { entries: [], faults: [{ line: 1, why: expect.any(String) as unknown }] },
    ]);
  for (const [written, path] of [
    ...[
      ['data/x', 'data/x'],
      ['*data/x', 'data/x'],
      ['a b', 'a b'],
      ['...', '...'],
      ['ab:c', 'ab:c'],
      ['..a', '..a'],
    ],
    ...[
      ['%250a', '%0a'],
      ['a%0D%0ab', 'a\r\nb'],
      ['%25', '%'],
      ['%2541', '%41'],
      ['%41', '%41'],
    ],
  ] as const)
    expect(read(`${sha256}  ${written}`)).toEqual({ entries: [{ path, sha256 }], faults: [] });
  expect(read('')).toEqual({ entries: [], faults: [] });
  expect(read(`${sha256}\tone\n\n${sha256} two\r${sha256} one`)).toMatchObject({
    entries: [{ path: 'one' }, { path: 'two' }],
    faults: [{ line: 2 }, { line: 4 }],
  });
});

test('Hostile text in a record is shown in the page and the statement, never obeyed', () => {
  const coverage = covered();
  const page = reportHtml(events, report, coverage, '2026-01-01T00:00:00Z');
  expect(page).not.toMatch(/<img|<script/);
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(coverageText(coverage, report)).not.toContain('\u001b');
});

test('A name in letters of another script says so in the page and the statement', () => {
  const limits = ['The surface p\u0430y was left open.'];
  const coverage = { ...covered(), limits };
  const told = 'The surface p\u0430y[Cyrillic \u0430] was left open.';
  expect(reportHtml(events, report, coverage, '2026-01-01T00:00:00Z')).toContain(told);
  expect(coverageText(coverage, report)).toContain(told);
});
