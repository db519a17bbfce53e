/**
 * Named points at which a process can be killed or held, for the fault walk (`npm run faults`, docs/faults.md). Inert
 * unless RUNSEAL_FAULT was set when the process started; it is read once.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** RUNSEAL_FAULT, as JSON. */
interface Order {
  /** Gets `passed` (every point, a line each), `acknowledged`, and `reached` once the point is reached. */
  readonly folder: string;
  /** The point, with the number of its pass: `after claim #1`. Without one, points are only noted. */
  readonly at?: string;
  /** `kill`: SIGKILL to itself. `hold`: the whole process stands still until the folder holds a file `go`. */
  readonly does?: 'kill' | 'hold';
}

const order = readOrder(process.env['RUNSEAL_FAULT']);
const passes = new Map<string, number>();
const cell = new Int32Array(new SharedArrayBuffer(4));

/** True in a process that the fault walk started. */
export const armed = order !== null;

/** A step that is about to happen (`before …`) or has just happened (`after …`). */
export function faultPoint(name: string): void {
  if (order === null) return;
  const pass = (passes.get(name) ?? 0) + 1;
  passes.set(name, pass);
  const point = `${name} #${pass}`;
  appendFileSync(join(order.folder, 'passed'), `${point}\n`);
  if (point !== order.at) return;
  writeFileSync(join(order.folder, 'reached'), '');
  if (order.does === 'kill') process.kill(process.pid, 'SIGKILL');
  while (!existsSync(join(order.folder, 'go'))) Atomics.wait(cell, 0, 0, 5);
}

/** Does the work between its two points. */
export async function between<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (order === null) return work();
  faultPoint(`before ${name}`);
  const done = await work();
  faultPoint(`after ${name}`);
  return done;
}

/** Notes what the caller of an append was told is durable. */
export function acknowledged(line: string): void {
  if (order !== null) appendFileSync(join(order.folder, 'acknowledged'), `${line}\n`);
}

function readOrder(text: string | undefined): Order | null {
  return text === undefined || text === '' ? null : (JSON.parse(text) as Order);
}
