import { CliError, EXIT } from './errors.ts';
import { problemOf, problemText } from './render/problem.ts';
import { run } from './run.ts';

/** The process: signals, broken pipes and the exit code. Everything else is `run`. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const argv = process.argv.slice(2);
  let unwritten = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      stop.abort();
      // The reader went away (`runseal runs | head`): stop quietly; the exit code stays the command's own.
      if (cause.code === 'EPIPE' || unwritten) return;
      // A full disk is no verdict, whatever the command found.
      unwritten = true;
      process.exitCode = EXIT.unreadable;
      if (stream === process.stdout) process.stderr.write(unwrittenText(cause, argv.includes('--json')));
    });
  }
  const exitCode = await run(argv, {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    signal: stop.signal,
  });
  // What could not be written may be heard of only later: then the handler above has the last word.
  if (!unwritten) process.exitCode = exitCode;
}

function unwrittenText(cause: NodeJS.ErrnoException, json: boolean): string {
  const why = cause.code === 'ENOSPC' ? 'the disk is full' : cause.message;
  const problem = problemOf(
    new CliError('output_unwritable', `What this command says could not be written: ${why}.`, {
      exitCode: EXIT.unreadable,
    }),
  );
  return json ? `${JSON.stringify({ error: problem.document })}\n` : problemText(problem, false);
}
