/** docs/gaps-and-ends.md and the sources tell of the same gaps, and the tests it names are there and speak of them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.ts';

const text = readFileSync(join(ROOT, 'docs', 'gaps-and-ends.md'), 'utf8');
const [gapsPart, endsPart] = text.split('## How an end is known');
const rows = gapsPart!
  .split('\n')
  .filter((line) => /^\| (`|the same)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

const source = join(ROOT, 'libs', 'externagent', 'src');
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
  .map((file) => readFileSync(join(source, file), 'utf8'));

it('every gap that the sources can declare is in the table', () => {
  const declared = sources.flatMap((file) =>
    [...file.matchAll(/\bgap\(\s*['\w]+,\s*'(\w+)'/g)].map((match) => match[1]!),
  );
  expect(declared.length).toBeGreaterThan(8);
  const faults =
    /export type FrameFault = (.+);/.exec(sources.find((file) => file.includes('type FrameFault')) ?? '')?.[1] ?? '';
  const named = [...declared, ...[...faults.matchAll(/'(\w+)'/g)].map((match) => match[1]!)];
  const told = rows.flatMap((cells) => quoted(cells[2]!));
  expect(named.filter((reason) => !told.includes(reason))).toEqual([]);
});

it.each(rows.map((cells) => [quoted(cells[2]!)[0]!, quoted(cells[4]!)] as const))(
  'the gap %s is made to happen where the table says',
  (reason, files) => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect(`${file}: ${readFileSync(join(ROOT, file), 'utf8').includes(reason)}`).toBe(`${file}: true`);
  },
);

it('every way to end is in the table, and its tests are there', () => {
  const vocabulary = readFileSync(join(ROOT, 'libs', 'spine', 'src', 'vocabulary.ts'), 'utf8');
  const completions = quotedTypes(/completion: ([^;]+);/.exec(vocabulary)![1]!);
  expect(completions.length).toBeGreaterThan(5);
  for (const completion of completions) expect(endsPart).toContain(`| \`${completion}\``);
  for (const file of quoted(endsPart!).filter((name) => /^(libs|test)\/.*\.ts$/.test(name)))
    expect(`${file}: ${existsSync(join(ROOT, file))}`).toBe(`${file}: true`);
});

const quotedTypes = (union: string): string[] => [...union.matchAll(/'(\w+)'/g)].map((match) => match[1]!);
