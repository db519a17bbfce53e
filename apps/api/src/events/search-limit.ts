import { ProblemError } from '../problem/problem.ts';
import { codeOf } from '../problem/code-of.ts';

/** A search for words that the database ended because it took too long. */
const QUERY_CANCELED = '57014';

export async function searched<T>(search: Promise<T>): Promise<T> {
  try {
    return await search;
  } catch (error) {
    if (codeOf(error) !== QUERY_CANCELED) throw error;
    throw new ProblemError(
      422,
      'search_too_long',
      'Looking for these words in every event takes too long. Narrow it by tier, type or call, or search the exported record.',
      { cause: error },
    );
  }
}
