import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

/** A witness in a process of its own. */
export interface WitnessProcess {
  readonly vkey: string;
  readonly url: string;
  /** SIGKILL: it goes without a word. */
  kill(): Promise<void>;
}

/** Runs `runseal witness` with its key and state in `folder`. */
export function honestWitness(folder: string, name: string, log: string, port = 0): Promise<WitnessProcess> {
  const args = ['witness', '--name', name, '--listen', `127.0.0.1:${port}`, '--log', log];
  const files = ['--state', join(folder, `${name}.json`), '--key', join(folder, `${name}.pem`)];
  return started([join(ROOT, 'apps', 'cli', 'bin', 'runseal.mjs'), ...args, ...files]);
}

export function lyingWitness(mode: 'garbage' | 'other-root' | 'two-sizes', name: string): Promise<WitnessProcess> {
  return started([join(ROOT, 'test', 'ledger', 'lying-witness.ts'), mode, name]);
}

function started(argv: readonly string[]): Promise<WitnessProcess> {
  const child = spawn(process.execPath, argv, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let [out, err] = ['', ''];
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString();
      const vkey = /vkey +(\S+)\n/.exec(out)?.[1];
      const url = /serving +(\S+)\n/.exec(out)?.[1];
      if (vkey !== undefined && url !== undefined) resolve({ vkey, url, kill: () => killed(child) });
    });
    child.once('exit', (code) => reject(new Error(`the witness ended (${code}): ${err}`)));
    child.once('error', reject);
  });
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
