import { whyNotStarted } from '../database/why-not-started.ts';
import { codeOf } from '../problem/code-of.ts';

/** Runs the start of a program; when it fails, says why in one sentence with its code on stderr and exits with 1. */
export async function withOneSentence(what: string, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const { code, sentence } = whyNotStarted(error) ?? plain(error);
    process.stderr.write(`${what} (${code}): ${sentence}\n`);
    process.exit(1);
  }
}

const plain = (error: unknown): { code: string; sentence: string } => ({
  code: codeOf(error).replace(/^runseal\./, '') || 'internal',
  sentence: error instanceof Error ? error.message : String(error),
});
