import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from './errors.ts';
import { problemOf, problemText } from './render/problem.ts';
import { documentPieces } from './render/document.ts';
import { screenLines } from './render/screen.ts';
import { wantsColour, type Io } from './io.ts';
import { buildProgram } from './program.ts';
import type { Outcome } from './outcome.ts';

/** Runs one command line (without node and script) and returns its exit code. Writes; never throws, never exits. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const json = argv.includes('--json');
  let outcome: Outcome | undefined;
  const program = buildProgram(io, json, (result) => (outcome = result));
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (cause) {
    if (cause instanceof CommanderError && cause.exitCode === 0) return EXIT.ok;
    // No command at all: commander has shown the help.
    if (cause instanceof CommanderError && cause.code === 'commander.help' && !json) return EXIT.usage;
    const problem = problemOf(cause);
    io.stderr.write(
      json ? `${JSON.stringify({ error: problem.document })}\n` : problemText(problem, wantsColour(io.stderr, io.env)),
    );
    return problem.exitCode;
  }
  if (outcome === undefined) return EXIT.ok;
  await print(
    json ? documentPieces(outcome.document) : screenLines(outcome.screen, wantsColour(io.stdout, io.env)),
    io,
  );
  return outcome.exitCode;
}

/** Characters written at once, about. */
const PIECE = 64 * 1024;

/** Writes a text that is made meanwhile, as long as somebody reads. What a command says that was stopped before is written whole. */
async function print(texts: Iterable<string>, { stdout, signal }: Io): Promise<void> {
  const stopped = signal.aborted;
  let waiting = '';
  for (const text of texts) {
    waiting += text;
    if (waiting.length < PIECE) continue;
    stdout.write(waiting);
    waiting = '';
    // Whether the reader went away is heard of in between only.
    await new Promise(setImmediate);
    if (signal.aborted && !stopped) return;
  }
  if (waiting !== '') stdout.write(waiting);
}
