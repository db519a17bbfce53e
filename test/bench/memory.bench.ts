/**
 * What an episode takes of a worker's memory: after very many bridged calls against after a few of them, and at the peak
 * with a line of 12 MB against without it. Each is measured in a process of its own.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, rowOf, type Emit } from './row.ts';

const CALLS = 10_000;
/** By then the heap has the size it keeps. */
const WARM = 4_000;
const LINE_BYTES = 12 * 1024 * 1024;
const ROUNDS = 5;

export default async function bench(emit: Emit): Promise<void> {
  const spent = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    spent.without.push(Number(await said('long-line', 0)));
    spent.with.push(Number(await said('long-line', LINE_BYTES)));
  }
  emit(rowOf('frames.line.12MB', 'bytes', median(spent.with) - median(spent.without), LINE_BYTES));

  const looks = JSON.parse(await said('many-calls', CALLS, WARM, CALLS)) as { rss: number; held: number }[];
  const [warm, last] = [looks[0]!, looks[1]!];
  emit(rowOf(`episode.memory.${CALLS}-calls`, 'bytes', last.rss, warm.rss));
  emit(rowOf(`episode.held.${CALLS}-calls`, 'bytes', last.held, warm.held));
}

/** What a script of ours says on stdout. Throws with what it said on stderr when it failed. */
async function said(script: string, ...numbers: readonly number[]): Promise<string> {
  const file = fileURLToPath(new URL(`./episode/${script}.ts`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...numbers.map(String)]);
  return stdout.trim();
}
