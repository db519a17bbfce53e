import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLE = join(ROOT, 'examples/host-tools/executor.py');
const ODD = join(import.meta.dirname, 'fixtures/odd_executor.py');

/** The place of an executor of host tools, and the one that is there now. */
export interface ExecutorPlace {
  readonly socket: string;
  /** Names in the guest book, in order. */
  guests(): Promise<readonly string[]>;
  /** Starts one there, as a process in Python, and waits until it listens. */
  start(which?: 'example' | 'odd'): Promise<void>;
  /** Kills it; the socket stays behind, as after any crash. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** `harnesses` are those it works for. */
export async function executorPlace(...harnesses: readonly string[]): Promise<ExecutorPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'runseal-executor-'));
  const socket = join(folder, 'tools.sock');
  const book = join(folder, 'guests.jsonl');
  let kill = (): Promise<void> => Promise.resolve();
  return {
    socket,
    async guests() {
      const text = await readFile(book, 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { name: string }).name]));
    },
    async start(which = 'example') {
      await rm(socket, { force: true });
      const given = harnesses.flatMap((name) => ['--harness', name]);
      const script = which === 'odd' ? ODD : EXAMPLE;
      const child = spawn('python3', [script, '--socket', socket, '--book', book, ...given], {
        env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(child, 'exit');
      kill = async () => {
        child.kill('SIGKILL');
        await gone;
      };
      const first = await Promise.race([once(child.stdout, 'data'), gone]);
      if (!String(first[0]).includes('listening')) throw new Error(`the executor ended: ${String(first[0])}`);
    },
    kill: () => kill(),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
