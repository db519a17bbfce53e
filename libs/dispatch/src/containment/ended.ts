import type { ChildProcess } from 'node:child_process';

/** Resolves with code and signal when a child that was started has exited. Never rejects. */
export function ended(child: ChildProcess): Promise<readonly [code: number | null, signal: NodeJS.Signals | null]> {
  child.on('error', () => undefined); // A signal that could not be delivered; the exit still comes.
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve([child.exitCode, child.signalCode]);
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])));
}
