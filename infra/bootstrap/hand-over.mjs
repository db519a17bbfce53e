// Runs a program under the pinned Node and stands in for it: its output, its signals, its exit code.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

/**
 * The child gets a process group of its own, so that a Ctrl-C reaches it once, through here, however many processes of
 * ours the terminal signals. The channel tells it when this process is gone for good.
 *
 * @param {string} node
 * @param {string[]} args
 */
export async function handOver(node, args) {
  const child = spawn(node, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  const parent = process.ppid;
  // Killing npm does not always reach what npm started; its end must still be ours.
  const watch =
    process.env.npm_lifecycle_event && setInterval(() => process.ppid === parent || forward('SIGTERM'), 1000);
  const [code, signal] = await once(child, 'exit');
  clearInterval(watch);
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, forward);
  if (child.connected) child.disconnect();
}
