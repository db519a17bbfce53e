/**
 * `npm run faults [-- --write | VICTIM or HARNESS …]`: every fault at every point, and one table. `--write` puts the whole
 * walk into docs/faults.md. Exit 1 when a rule was broken, 2 for words it does not know.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { Lane } from './lane.ts';
import { writeReport } from './report.ts';
import { faultTable, summary } from './table.ts';
import type { Tried, Victim } from './trial.ts';
import { HARNESSES, trialsOf, walk } from './walk.ts';

const ALL: readonly Victim[] = ['worker', 'late worker', 'postgres', 'cli', 'api', 'postgres under api'];
const WIDTH = 3;

const words = process.argv.slice(2);
const write = words.includes('--write');
const asked = words.filter((word) => word !== '--write').map((name) => name.replaceAll('-', ' '));
const unknown = asked.find((name) => ![...ALL, ...HARNESSES].some((known) => known === name));
if (unknown !== undefined) refuse(`There is no victim and no harness "${unknown}".`);
if (write && asked.length > 0) refuse('--write is for the whole walk: name no victim and no harness.');

const began = Date.now();
const lane = await Lane.open();
try {
  const trials = await trialsOf(lane, among(ALL), among(HARNESSES));
  const tried = await walk(lane, trials, { width: WIDTH, tell: teller(trials.length) });
  const inOrder = trials.map((trial) => tried.find((one) => one.trial === trial)!);
  const [table, said] = [faultTable(inOrder), summary(inOrder, Date.now() - began)];
  process.stdout.write(`${table}\n\n${said}\n`);
  if (write) process.stderr.write(`written: ${await writeReport(said, table, version())}\n`);
  if (tried.some(({ violations }) => violations.length > 0)) process.exitCode = 1;
} finally {
  await lane.close();
  // Started by another process of ours, which keeps a channel open to see that it lives.
  if (process.connected) process.disconnect();
}

function among<T extends string>(all: readonly T[]): readonly T[] {
  return all.some((name) => asked.includes(name)) ? all.filter((name) => asked.includes(name)) : all;
}

/** A line a trial: how far the walk is, how long the rest will take, and what came of this one. */
function teller(count: number): (tried: Tried) => void {
  const start = Date.now();
  let done = 0;
  return ({ trial, struck, ending, violations }) => {
    done += 1;
    const left = (((Date.now() - start) / done) * (count - done)) / 60_000;
    const how = violations.length > 0 ? `✗ ${violations.join('; ')}` : `${struck ? '✓' : '·'} ${ending}`;
    const what = `${trial.victim}, ${trial.harness}, ${trial.point}`;
    process.stderr.write(`${done}/${count}, ${left.toFixed(1)} min left: ${what}: ${how}\n`);
  };
}

function version(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

function refuse(why: string): never {
  const known = [...ALL, ...HARNESSES].map((name) => name.replaceAll(' ', '-')).join(', ');
  process.stderr.write(`✗ ${why} Choose from: ${known}; or --write.\n`);
  process.exit(2);
}
