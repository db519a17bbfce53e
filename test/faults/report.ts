/** Puts a walk into docs/faults.md, in the place of the one before. */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

const PAGE = join(ROOT, 'docs', 'faults.md');
const HEADING = '## The walk\n';

/** `said` is the sentence over all of it. Everything after the heading is written anew; what is before it stays. */
export async function writeReport(said: string, table: string, version: string): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  const at = page.indexOf(HEADING);
  if (at === -1) throw new Error(`${PAGE} has no heading "${HEADING.trim()}" to write under.`);
  const cores = `${availableParallelism()} cores`;
  const intro = `One whole walk of version ${version}, in one go, on ${cores}, as the command summed it up:`;
  const quoted = wrapped(said, 118).map((line) => `> ${line}`);
  await writeFile(PAGE, `${page.slice(0, at)}${[HEADING, intro, '', ...quoted, '', table, ''].join('\n')}`);
  return PAGE;
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
