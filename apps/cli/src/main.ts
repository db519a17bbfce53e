import { run } from './run.ts';

/** The process: signals, broken pipes and the exit code. Everything else is `run`. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      // The reader went away (`runseal runs | head`): stop quietly; the exit code stays the command's own.
      if (cause.code !== 'EPIPE') throw cause;
      stop.abort();
    });
  }
  process.exitCode = await run(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    signal: stop.signal,
  });
}
