import { codeOf } from '../problem/code-of.ts';
import { isStoreAway } from '../database/store-away.ts';

/** Runs the start of a program; when it fails, says why in one sentence with its code on stderr and exits with 1. */
export async function withOneSentence(what: string, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${what} (${nameOf(error)}): ${sentenceOf(error)}\n`);
    process.exit(1);
  }
}

function nameOf(error: unknown): string {
  if (isStoreAway(error)) return 'store_unavailable';
  return codeOf(error).replace(/^runseal\./, '') || 'internal';
}

function sentenceOf(error: unknown): string {
  if (isStoreAway(error)) return 'the database cannot be reached. Check DATABASE_URL, and that Postgres runs.';
  return error instanceof Error ? error.message : String(error);
}
